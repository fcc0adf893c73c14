// Package e2e drives the real program in a real Chromium. It holds tests only:
// what a server test can show stands with the server.
package e2e
