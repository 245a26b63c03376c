/**
 * The promises of several workstations on one PostgreSQL database: no order is sent a second time or
 * lost, each sending has one home, and everybody sees one order of events, whichever workstation,
 * line or server fails. `npm run prove -- team` plays the same with other numbers.
 */
import { describe, expect, it } from 'vitest'
import { findPostgres } from '../../main/practice/find-postgres.ts'
import { sizes } from './sizes.ts'
import { teamControls } from './team/controls.ts'
import type { Invocation } from './team/history.ts'
import { wrongWithTime } from './team/linear.ts'
import { replay, type Chain } from './team/replay.ts'
import { firstSeed } from './team/page.ts'
import { runTeam, type TeamReport } from './team/run.ts'
import { teamScheduleOf, themes } from './team/schedule.ts'

const { schedules, ...size } = sizes.team
/** A control has one size. What it loses never comes, so it does not wait long for that. */
const controlSize = { members: 3, teams: 2, factor: 0.1, settledMs: 20_000 }
const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => first + at)

/** Returns chains in which two moves of one order stand in the other's place. */
function swapped({ entries, ...more }: Chain): Chain[] {
  const { passed } = replay({ entries, ...more })
  const pairs = [...passed.values()].flatMap((moves) =>
    moves.slice(1).map(({ seq }, at) => [moves[at]?.seq ?? 0, seq] as const),
  )
  return pairs.map(([one, other]) => {
    const inPlace = new Map([
      [one, other],
      [other, one],
    ])
    const moved = entries.map(
      (entry) => entries.find(({ seq }) => seq === (inPlace.get(entry.seq) ?? entry.seq)) ?? entry,
    )
    return { entries: moved, ...more }
  })
}

/** Returns a chain whose every limit is a dollar. */
const narrowed = ({ policies, ...more }: Chain): Chain => ({
  ...more,
  policies: policies.map((policy) => ({
    ...policy,
    limits: policy.limits.map((limit) => ({ ...limit, perDay: 100 })),
  })),
})

function expectReplayed({ chain }: TeamReport): void {
  if (!chain) throw new Error('no schedule was judged')
  expect(replay(chain).wrong).toEqual([])
  const isWrong = (one: Chain): boolean => replay(one).wrong.length > 0
  expect(isWrong(narrowed(chain))).toBe(true)
  const spoiled = swapped(chain)
  expect(spoiled.length).toBeGreaterThan(20)
  expect(spoiled.every(isWrong)).toBe(true)
}

/** A machine of CI must have it. */
const isLeftOut = findPostgres() === undefined && process.env['CI'] === undefined

describe.skipIf(isLeftOut)('workstations that share a store', () => {
  it(`send every order at most once, from one home, and agree on one order of events, through ${String(schedules)} schedules`, async () => {
    const report = await runTeam({
      ...size,
      seeds: seedsFrom(firstSeed, schedules),
    })
    expect(report.failed).toEqual([])
    expect(report.passed).toBe(schedules)
    for (const theme of themes)
      expect(report.met[theme]).toBeGreaterThanOrEqual(Math.floor(schedules / themes.length))
    // Some that two people sent again are known at the bank; how many depends on milliseconds.
    expect(report.ended['accepted+']).toBeGreaterThan(0)
    expect(report.reportedLate).toBeGreaterThan(0)
    for (const end of ['accepted', 'batch accepted'])
      expect(report.ended[end]).toBeGreaterThan(schedules / 10)
    expectReplayed(report)
  })

  it.each(Object.entries(teamControls).map(([without, more]) => ({ without, ...more })))(
    'are found out if one $lacks, so that the proof can fail',
    async ({ without, says, isRight }) => {
      const seeds = seedsFrom(firstSeed, 1_000)
        .filter((seed) => isRight(teamScheduleOf(seed, controlSize)))
        // Which one finds it depends on milliseconds; the first that does is the last.
        .slice(0, 32)
      const isFound = (wrong: readonly string[]): boolean =>
        wrong.some((what) => what.includes(says))
      const report = await runTeam({
        ...controlSize,
        seeds,
        without,
        isEnough: (played) => played.some(({ wrong }) => isFound(wrong)),
      })
      expect(
        report.failed.flatMap(({ wrong }) => wrong).filter((what) => isFound([what])),
      ).not.toEqual([])
    },
  )
})

describe('the judge of time', () => {
  const call: Invocation = {
    at: 'ws-1',
    method: 'approve',
    person: 'practice-theo',
    order: 'one',
    askedMs: 0,
    answeredMs: 10,
    answer: 'done',
    state: 'approved',
  }
  const passed = new Map([
    [
      'one',
      [
        { seq: 1, state: 'awaiting-approval' as const },
        { seq: 2, state: 'approved' as const },
      ],
    ],
  ])
  const read = (askedMs: number): Invocation => ({
    ...call,
    at: 'ws-2',
    method: 'get',
    askedMs,
    answeredMs: askedMs + 5,
    state: 'awaiting-approval',
  })

  it('takes an answer that shows an order before an act under way', () => {
    expect(wrongWithTime([{ seq: 2, call }], [call, read(5)], passed)).toEqual([])
  })

  it('finds an answer older than what was confirmed before it was asked for', () => {
    expect(wrongWithTime([{ seq: 2, call }], [call, read(20)], passed)).toHaveLength(1)
  })

  it('finds an act that stands before one that was confirmed earlier', () => {
    const later = { ...call, askedMs: 20, answeredMs: 30 }
    const acts = [
      { seq: 3, call },
      { seq: 2, call: later },
    ]
    expect(wrongWithTime(acts, [], passed)).toHaveLength(1)
  })
})
