"""lexgate over HTTP: the endpoint for clients, who may use it, its limits, and the operator's pages."""
