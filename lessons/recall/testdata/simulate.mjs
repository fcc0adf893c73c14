// Writes simulation.json: 180 days of a made-up learner whose memory follows
// FSRS-6, scheduled by npm ts-fsrs 5.4.2 (default weights, long-term, no fuzz).
// Which of the due cards a day takes, and the chances, are worked out here as
// lessons/recall states them.
//
//     npm install && node simulate.mjs > simulation.json
import { fsrs, createEmptyCard, Rating } from "ts-fsrs";

const day = 86400000;
const begin = Date.UTC(2026, 0, 5, 12);
const f = fsrs({ request_retention: 0.9, enable_fuzz: false, enable_short_term: false });
const to8 = (x) => Math.round(x * 1e8) / 1e8;
const dayOf = (ms) => Math.floor(ms / day);
const recall = (card, at) => f.forgetting_curve(Math.max(0, dayOf(at) - dayOf(card.last_review.getTime())), card.stability);

// What a review adds to recall over the next four weeks.
function gain(card, at) {
  const known = card.reps ? card : f.next(createEmptyCard(new Date(card.due - day)), new Date(card.due - day), Rating.Again).card;
  const r = recall(known, at);
  const good = f.next(known, new Date(at), Rating.Good).card, again = f.next(known, new Date(at), Rating.Again).card;
  let sum = 0;
  for (let i = 1; i <= 4; i++) {
    const then = at + i * 7 * day;
    sum += r * recall(good, then) + (1 - r) * recall(again, then) - recall(known, then);
  }
  return to8(sum / 4);
}

function simulate({ name, daily, perDay, newDays, away }) {
  let state = 180;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296;
  const cards = [], days = [];
  for (let d = 0; d < 180; d++) {
    const at = begin + d * day;
    if (d < newDays) for (let i = 0; i < perDay; i++) cards.push(createEmptyCard(new Date(at + day)));
    const due = cards.map((c, i) => [c, i]).filter(([c]) => dayOf(c.due.getTime()) <= dayOf(at));
    const today = { due: due.length, done: 0, asked: 0, recalled: 0, intervals: 0 };
    days.push(today);
    if (d >= away[0] && d < away[1]) continue;
    const order = due.map(([c, i]) => ({ c, i, g: gain(c, at) }));
    order.sort((a, b) => b.g - a.g || a.c.due - b.c.due);
    for (const { c, i } of order.slice(0, daily)) {
      const known = c.reps > 0, draw = random();
      const right = known ? draw < recall(c, at) : draw < 0.5;
      const rating = right ? (draw < 0.1 ? Rating.Easy : draw < 0.3 ? Rating.Hard : Rating.Good) : Rating.Again;
      cards[i] = f.next(c, new Date(at), rating).card;
      today.done++;
      today.intervals += cards[i].scheduled_days;
      if (known) { today.asked++; if (right) today.recalled++; }
    }
  }
  return { name, daily, perDay, newDays, away, days, known: cards.reduce((n, c) => n + (c.reps ? recall(c, begin + 179 * day) : 0), 0) / cards.length };
}

console.log(JSON.stringify([
  simulate({ name: "three new a day for eight weeks, twenty reviews a day", daily: 20, perDay: 3, newDays: 56, away: [0, 0] }),
  simulate({ name: "the same, and three weeks away from day 60 on", daily: 20, perDay: 3, newDays: 56, away: [60, 81] }),
  simulate({ name: "five new a day for eight weeks, twelve reviews a day: too few", daily: 12, perDay: 5, newDays: 56, away: [0, 0] }),
]));
