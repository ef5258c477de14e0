"""The rooms in a browser: the core's names over WebAssembly, and the packing of the page."""
