//! The plugin: arguments, cargo, the probe, the driver, reports.
