// Writes vectors.jsonl: what npm ts-fsrs 5.4.2 answers to many sequences of
// ratings, with its default weights, long-term scheduling and no fuzz.
//
//     npm install && node vectors.mjs > vectors.jsonl
import { fsrs, createEmptyCard } from "ts-fsrs";

const day = 86400000;
const begin = Date.UTC(2026, 0, 5, 21, 30); // half past nine: days are counted by midnights
let state = 20260105;
const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;

// Days as the scheduler itself counts them; get_retrievability counts spans of 24 hours.
const midnights = (from, to) => Math.floor(to / day) - Math.floor(from / day);

// One sequence: [[rating, days after the due time], …].
function run(retention, reviews) {
  const f = fsrs({ request_retention: retention, enable_fuzz: false, enable_short_term: false });
  let card = createEmptyCard(new Date(begin));
  const steps = [];
  for (const [rating, late] of reviews) {
    const last = card.last_review ? card.last_review.getTime() : begin;
    const at = new Date(Math.max(last, card.due.getTime() + Math.round(late * day)));
    const r = card.reps ? f.forgetting_curve(midnights(last, at.getTime()), card.stability) : 0;
    card = f.next(card, at, rating).card;
    steps.push({
      at: at.getTime(), rating, recall: r, stability: card.stability, difficulty: card.difficulty,
      interval: card.scheduled_days, due: card.due.getTime(), state: card.state, reps: card.reps, lapses: card.lapses,
    });
  }
  console.log(JSON.stringify({ retention, steps }));
}

const punctual = (...ratings) => ratings.map((r) => [r, 0]);

// Every three ratings, each when it is due.
for (let i = 0; i < 64; i++) run(0.9, punctual(1 + (i >> 4), 1 + ((i >> 2) & 3), 1 + (i & 3)));
// Always the same, up to the longest interval.
for (const r of [1, 2, 3, 4]) for (const keep of [0.7, 0.9, 0.97]) run(keep, punctual(...Array(14).fill(r)));
// Anything: early, on the same day, late, very late.
for (let i = 0; i < 160; i++) {
  const keep = [0.7, 0.8, 0.85, 0.9, 0.95, 0.97][i % 6];
  const n = 3 + Math.floor(random() * 9);
  run(keep, Array.from({ length: n }, () => {
    const rating = [1, 2, 2, 3, 3, 3, 3, 4][Math.floor(random() * 8)];
    const late = [0, 0, -1000, -1.4, 0.3, 2.8, 40, 400][Math.floor(random() * 8)];
    return [rating, late];
  }));
}
