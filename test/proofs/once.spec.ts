/**
 * Promise P1: the program never sends a payment or a batch a second time, whatever is killed,
 * unplugged or clicked, at any moment. `npm run prove:once` plays the same with other numbers, and
 * `-- --seed=S` replays one schedule.
 */
import { expect, it } from 'vitest'
import { runOnce, type Played } from './once/run.ts'
import {
  dealt,
  handlings,
  plannedIn,
  scheduleOf,
  type FaultPoint,
  type Planned,
  type PlannedPayment,
} from './once/schedule.ts'
import type { SpoiledBuild } from './once/spoiled-build.ts'
import { proofSize, sizes } from './sizes.ts'

const firstSeed = 20_261_122
const { schedules } = sizes.once
const kinds = ['payment', 'batch'] as const
const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => first + at)

it(`sends every payment and every batch at most once, loses none and shows none in a wrong state, through ${String(schedules)} schedules with a kill in each`, async () => {
  const report = await runOnce({
    seeds: seedsFrom(firstSeed, schedules),
    lanes: 8,
    spoiled: null,
  })
  expect(report.failed).toEqual([])
  expect(report.passed).toBe(schedules)
  expect(report.exits).toBeGreaterThan(schedules / 12)
  // Some succeeded and some have an unknown outcome: every ending occurred.
  for (const end of ['accepted', 'outcome-unknown']) {
    expect(report.ended[end]).toBeGreaterThan(schedules / 50)
    expect(report.ended[`batch ${end}`]).toBeGreaterThan(schedules / 100)
  }
  // Most unknown outcomes that two people review are known at the bank by then. How many depends on
  // milliseconds, so a few schedules may have none.
  if (proofSize() === 'full')
    for (const end of ['accepted+', 'batch accepted+'])
      expect(report.ended[end]).toBeGreaterThan(schedules / 250)
  for (const how of handlings.filter((one) => one !== 'release'))
    expect(report.handled[how]).toBeGreaterThan(schedules / 100)
  expect(report.reportedLate).toBeGreaterThan(schedules / 50)
  expect(report.batches).toBeGreaterThan(schedules / 2)
  // What is dealt to one kind has no other bound than the one below.
  const isDealtOnce = (point: string): boolean =>
    dealt.filter(({ answer }) => answer === point).length === 1
  for (const [point, { payment, batch }] of Object.entries(report.met))
    if (!isDealtOnce(point)) expect(payment + batch, point).toBeGreaterThan(schedules / 15)
  for (const { answer, kind } of dealt)
    expect(report.met[answer][kind]).toBeGreaterThanOrEqual(4 * Math.floor(schedules / 60))
})

/**
 * The program is killed when the bank has, or is about to have, one of this kind, which is released
 * again. With a resend the bank refuses repeated payments.
 */
function diesAfterSending(seed: number, kind: Planned['kind']): boolean {
  const schedule = scheduleOf(seed)
  const reachesTheBank = ({ fault }: PlannedPayment): boolean =>
    (fault.point === 'late-2xx' && fault.killedAfterMs !== null) ||
    (fault.point === 'kill' &&
      (fault.moment.by === 'answer' || (fault.moment.by === 'request' && fault.moment.passes)))
  return (
    schedule.resend === null &&
    plannedIn(schedule).some(
      (one) => one.planned.kind === kind && one.handling === 'release' && reachesTheBank(one),
    )
  )
}
/** Returns seeds that fit one kind or the other, alternating. */
function byTurns(ofEach: number, isRight: (seed: number, kind: Planned['kind']) => boolean) {
  const all = seedsFrom(firstSeed, 3_000)
  const right = kinds.map((kind) => all.filter((seed) => isRight(seed, kind)))
  const turns = Array.from({ length: ofEach }, (_, at) => right.flatMap((seeds) => seeds[at] ?? []))
  return [...new Set(turns.flat())]
}

/** A batch is named by its uuid. */
const kindOf = (what: string): Planned['kind'] =>
  /^[0-9a-f]{32}: /.test(what) ? 'batch' : 'payment'
/**
 * Plays a build that lacks a guard until this fault was found for a payment and for a batch, or
 * with these seeds only.
 */
async function expectFound(
  says: string,
  spoiled: SpoiledBuild,
  seeds: number[],
  expected: readonly Planned['kind'][] = kinds,
): Promise<void> {
  const kindsIn = (played: readonly Played[]): Planned['kind'][] => {
    const wrong = played.flatMap((one) => one.wrong).filter((what) => what.includes(says))
    return kinds.filter((kind) => wrong.some((what) => kindOf(what) === kind))
  }
  const report = await runOnce({
    seeds,
    lanes: 4,
    spoiled,
    isEnough: (played) => kindsIn(played).length === expected.length,
  })
  expect(kindsIn(report.failed)).toEqual(expected)
}
const sentTwice = 'accepted it 2 times'

it.each([
  ['does not journal before the first byte', 'late'],
  ['does not wait until the journal is flushed', 'unawaited'],
] as const)(
  'finds payments and batches sent twice by a build that %s, so that the proof can fail',
  // Some show the fault, depending on milliseconds. Played until one of each kind has, so that more
  // seeds cost nothing.
  (_how, spoiled) => expectFound(sentTwice, spoiled, byTurns(30, diesAfterSending)),
)

/**
 * Returns seeds in which one of each kind meets this fault, and is released again where it came
 * back: only then does it reach the bank twice. What is hidden is never released again.
 */
const seedsMeeting = (point: FaultPoint, ofEach: number): number[] =>
  byTurns(ofEach, (seed, kind) =>
    plannedIn(scheduleOf(seed)).some(
      ({ fault, planned, handling }) =>
        planned.kind === kind &&
        fault.point === point &&
        (handling === 'release' || point === 'hidden-after-401'),
    ),
  )

it.each([
  ['does not see what comes after an answer', 'followed', 'answered-twice'],
  ['believes a refusal without the bank’s own error body', 'bare', 'bare-401-after-commit'],
] as const)(
  'finds payments and batches sent twice by a build that %s, so that the proof can fail',
  (_how, spoiled, point) => expectFound(sentTwice, spoiled, seedsMeeting(point, 6)),
)

it.each([
  ['reads the last of two statuses', 'repeated', 'status-twice', 'shown as rejected, and the bank'],
  [
    'reads no refusal',
    'unread',
    'refused-with-error',
    'of unknown outcome, though the bank refused it',
  ],
] as const)(
  'finds payments and batches shown wrongly by a build that %s, so that the proof can fail',
  (_how, spoiled, point, says) => expectFound(says, spoiled, seedsMeeting(point, 6)),
)

it('finds payments and batches sent again by a build that treats every route as proven, so that the proof can fail', () =>
  expectFound(
    'sent again by status inquiries that show nothing',
    'unproved',
    seedsMeeting('route-missing', 6),
  ))

it.each([
  [
    'takes a uuid that the bank does not have for rejected',
    'believed',
    'unknown-as-rejected',
    'shown as rejected, and the bank says nothing of it',
  ],
  [
    'knows customData in one writing alone',
    'exact',
    'custom-data-rewritten',
    'still of unknown outcome, and the bank says accepted',
  ],
] as const)(
  'finds batches shown wrongly by a build that %s, so that the proof can fail',
  (_how, spoiled, point, says) => expectFound(says, spoiled, seedsMeeting(point, 6), ['batch']),
)

it('finds payments shown wrongly by a build that leaves what came back as it is, so that the proof can fail', () =>
  expectFound('as if it was never sent', 'unmoved', seedsMeeting('hidden-after-401', 6), [
    'payment',
  ]))
