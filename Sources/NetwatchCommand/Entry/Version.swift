/// What `netwatch --version` says.
let version = "0.1.0"
