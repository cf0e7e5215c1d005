// Placeholder: replaced by this module's sources.
