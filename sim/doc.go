// Package sim is a deterministic event engine for protocols.
package sim
