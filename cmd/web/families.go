package main

import (
	"fencepost/cmd/web/internal/metrics"
	"fencepost/cmd/web/internal/site"
	"fencepost/store"
	"fencepost/store/postgres"
	"fencepost/store/sqlite"
)

// buildFamily says which program this is. Its value is always 1.
func buildFamily(b build) metrics.Family {
	f := metrics.Gauge("fencepost_build_info", "What this program was made of.", 1)
	f.Samples[0].Labels = []metrics.Label{{Name: "version", Value: b.version}, {Name: "commit", Value: b.commit}, {Name: "go", Value: b.goVersion}}
	return f
}

// writerFamilies are how the writer shares commits among requests.
func writerFamilies(s sqlite.Stats) []metrics.Family {
	batches := metrics.Family{
		Name: "fencepost_commit_writes", Type: "histogram",
		Help: "Writes that one commit held.", Sum: float64(s.Writes),
	}
	for i, n := range s.Batches {
		batches.Count += float64(n)
		batches.Buckets = append(batches.Buckets, metrics.Bucket{Upper: float64(int(1) << i), Count: batches.Count})
	}
	return []metrics.Family{
		metrics.Counter("fencepost_commits_total", "Transactions committed that hold a write.", float64(s.Commits)),
		metrics.Counter("fencepost_commits_failed_total", "Transactions that could not be committed.", float64(s.Failed)),
		metrics.Counter("fencepost_writes_total", "Writes committed.", float64(s.Writes)),
		metrics.Counter("fencepost_writes_refused_total", "Writes refused alone, such as a stale draft.", float64(s.Refused)),
		metrics.Gauge("fencepost_writes_waiting", "Writes that wait for a commit now.", float64(s.Waiting)),
		metrics.Counter("fencepost_reads_total", "Statements that read outside a transaction.", float64(s.Reads)),
		batches,
	}
}

// postgresFamilies are how writes get on with those of other replicas.
func postgresFamilies(s postgres.Stats) []metrics.Family {
	return []metrics.Family{
		metrics.Counter("fencepost_commits_total", "Transactions committed that hold a write.", float64(s.Commits)),
		metrics.Counter("fencepost_commits_failed_total", "Transactions that could not be committed.", float64(s.Failed)),
		metrics.Counter("fencepost_commits_repeated_total", "Transactions run again, as another stood in their way or the connection was lost.", float64(s.Repeated)),
		metrics.Gauge("fencepost_database_connections", "Connections to the database that are open.", float64(s.Open)),
		metrics.Gauge("fencepost_database_connections_busy", "Connections to the database that are in use.", float64(s.InUse)),
	}
}

func sizeFamilies(s sqlite.Size) []metrics.Family {
	return []metrics.Family{
		metrics.Gauge("fencepost_database_bytes", "Size of the database file.", float64(s.File)),
		metrics.Gauge("fencepost_database_log_bytes", "Size of the log of commits not yet folded into the file (WAL).", float64(s.Log)),
	}
}

// queueFamily is how many explanations wait for a person, by reason.
func queueFamily(depth map[store.Reason]int) metrics.Family {
	f := metrics.Family{Name: "fencepost_review_queue", Type: "gauge", Help: "Explanations that wait for a person; counting stops at 100000 a reason."}
	for reason, n := range depth {
		f.Samples = append(f.Samples, metrics.Sample{Labels: []metrics.Label{{Name: "reason", Value: string(reason)}}, Value: float64(n)})
	}
	return f
}

// scorerFamily names the scorer in force for each lesson. Its values are 1.
func scorerFamily(list []site.InForce) metrics.Family {
	f := metrics.Family{Name: "fencepost_scorer_info", Type: "gauge", Help: "The scorer in force for a lesson."}
	for _, s := range list {
		f.Samples = append(f.Samples, metrics.Sample{Value: 1, Labels: []metrics.Label{
			{Name: "lesson", Value: s.Lesson}, {Name: "scorer", Value: s.Scorer}, {Name: "rubric", Value: s.Rubric},
		}})
	}
	return f
}
