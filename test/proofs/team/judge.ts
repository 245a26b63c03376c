/**
 * Compares a team's store with the bank's records, with what its people were answered, and with
 * itself.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { OrderLine } from '../../../preload/contract/domain/orders/order.ts'
import { practicePolicy, type Policy } from '../../../preload/contract/domain/operators/policy.ts'
import { maxPage } from '../../../preload/contract/kernel/paging.ts'
import { verifyChain, type AuditEntry, type ChainHead } from '../../../main/store/hash-chain.ts'
import { judge as judgeOrders, type Judgement as OrdersJudgement } from '../harness/judge.ts'
import { maker } from '../harness/people.ts'
import type { Member } from './member.ts'
import { inexactMs, matchActs, wrongWithTime } from './linear.ts'
import type { Play, TeamCreated } from './play.ts'
import { replay, type Chain, type FinalOrder } from './replay.ts'
import type { Team } from './team.ts'

export interface Judgement extends OrdersJudgement {
  /** What was replayed; null if it was not played to the end. */
  readonly chain: Chain | null
}

/** Checks everything after a schedule, when every workstation works. */
export async function judge(team: Team, play: Play): Promise<Judgement> {
  const [reader] = team.members
  if (!reader) throw new RangeError('a team has members')
  const { control, witness } = team
  const mostOf = ({ most }: TeamCreated): number => most
  const orders = await judgeOrders(
    { program: reader.program, control, witness },
    play.created,
    mostOf,
  )
  const store = await judgeStore(team, play)
  const lists = await wrongWithLists(team)
  const { ends, reportedLate } = orders
  return { ...store, ends, reportedLate, wrong: [...orders.wrong, ...store.wrong, ...lists] }
}

/** Checks what is in the store, also after a schedule that did not end as planned. */
export async function judgeStore(
  team: Team,
  { headBefore, beganMs, invocations }: Play,
): Promise<Judgement & { readonly chain: Chain }> {
  const stored = await storedOf(team)
  const replayed = replay(stored)
  const since = stored.entries.filter(({ seq }) => seq > headBefore)
  const matched = matchActs(since, invocations)
  return {
    ends: [],
    reportedLate: 0,
    chain: stored,
    wrong: [
      ...wrongWithHead(stored),
      ...replayed.wrong,
      ...matched.wrong,
      ...wrongWithTime(matched.acts, invocations, replayed.passed),
      ...wrongWithHomes(team, stored, since),
      ...wrongWithInstants(since, beganMs),
    ],
  }
}

/** Everything in the store that is judged, as it was at one moment. */
interface Stored extends Chain {
  readonly head: ChainHead | undefined
  readonly attempts: readonly AttemptRow[]
}

interface AttemptRow {
  readonly order_id: string
  readonly seq: number
  readonly home: string | null
}

const storedOf = (team: Team): Promise<Stored> =>
  team.store.atOneMoment(async (query) => ({
    entries: await query<AuditEntry>(
      `SELECT seq::integer AS seq, at, actor, kind, subject, detail, previous_hash, hash
        FROM audit_entries ORDER BY seq`,
    ),
    head: (await query<ChainHead>('SELECT seq::integer AS seq, hash FROM chain_head'))[0],
    orders: await query<FinalOrder>(
      'SELECT id, state, service, currency, coalesce(amount, 0)::integer AS amount FROM orders',
    ),
    policies: [
      practicePolicy,
      ...(await query<{ policy: string }>('SELECT policy FROM policies ORDER BY version')).map(
        ({ policy }) => JSON.parse(policy) as Policy,
      ),
    ],
    attempts: await query<AttemptRow>(
      'SELECT order_id, seq::integer AS seq, home FROM order_attempts',
    ),
  }))

function wrongWithHead({ entries, head }: Stored): string[] {
  const verified = verifyChain(entries)
  if (!verified.ok) return [`the chain is broken: ${JSON.stringify(verified.error)}`]
  return head?.seq === verified.value.seq && head.hash === verified.value.hash
    ? []
    : [`the head is ${JSON.stringify(head)}, the chain ends at ${JSON.stringify(verified.value)}`]
}

/** Acts of the machine that only the home of an order may record, while it lives. */
const ofSending = ['order.interrupted', 'order.ended', 'order.ended-late']
/** Results that a status inquiry or an alert corrects, which any workstation may store. */
const corrections = ['refusal-borne-out', 'reported-since']

/** What the judge reads in the detail of an act. */
interface Detail {
  readonly workstation: string
  readonly attempt?: number
  readonly reason?: string
}

/**
 * Each sending has one home, which journals it and stores its end. Others may only find that the home
 * is gone.
 */
function wrongWithHomes(
  team: Team,
  { attempts }: Stored,
  entries: readonly AuditEntry[],
): string[] {
  const troubled = team.members.filter(({ isTroubled }) => isTroubled).map(({ id }) => id)
  const homes = new Map<string, string>()
  const journalled = new Set<string>()
  const wrong: string[] = []
  for (const { seq, kind, subject, detail } of entries) {
    const { workstation, attempt, reason = '' } = JSON.parse(detail) as Detail
    const say = (what: string): void =>
      void wrong.push(`act ${String(seq)}, ${kind} of ${subject} on ${workstation}: ${what}`)
    if (kind === 'order.released' || kind === 'order.resend-confirmed')
      homes.set(subject, workstation)
    const row = attempts.find((one) => one.order_id === subject && one.seq === attempt)
    if (kind === 'order.send-journalled') {
      if (homes.get(subject) !== workstation) say(`its home is ${String(homes.get(subject))}`)
      if (row?.home !== workstation) say(`the journal has ${JSON.stringify(row)}`)
      const sending = `${subject} ${String(attempt)}`
      if (journalled.has(sending)) say('a second time')
      journalled.add(sending)
    }
    const isOfSending = ofSending.includes(kind) && !corrections.includes(reason)
    const home = isOfSending
      ? row?.home
      : kind === 'order.release-expired'
        ? homes.get(subject)
        : undefined
    if (home !== undefined && home !== null && home !== workstation)
      if (!troubled.includes(home) || kind.startsWith('order.ended')) say(`its home is ${home}`)
  }
  return wrong
}

/** Acts have the time of the database, which runs on this computer; those of the workstations are off. */
const wrongWithInstants = (entries: readonly AuditEntry[], beganMs: number): string[] =>
  entries
    .filter(({ at }) => {
      const ms = Date.parse(at)
      return ms < beganMs - inexactMs || ms > Date.now() + inexactMs
    })
    .map(({ seq, kind, at }) => `act ${String(seq)}, ${kind}, was not recorded at ${at}`)

/** A window shows within so long what another workstation did. */
const shownMs = 2_000

/** Every workstation lists every order in the state that the store has. */
async function wrongWithLists(team: Team): Promise<string[]> {
  const end = performance.now() + shownMs
  for (;;) {
    const orders = await team.store.query<StateOf>('SELECT id, state FROM orders')
    const listed = await Promise.all(team.members.map((member) => listedBy(member)))
    const expected = statesOf(orders)
    const others = team.members.filter((_, at) => statesOf(listed[at] ?? []) !== expected)
    if (others.length === 0) return []
    if (performance.now() > end)
      return others.map(({ id }) => `${id} lists other orders than the store has`)
    // A status inquiry may have ended between the two readings.
    await pause(50)
  }
}

async function listedBy(member: Member): Promise<readonly OrderLine[]> {
  const input = { view: 'all', cursor: null, limit: maxPage }
  const listed = await member.program.request<{ items: readonly OrderLine[] }>(
    'orders',
    'list',
    input,
    maker,
  )
  return listed.kind === 'done' ? listed.value.items : []
}

type StateOf = Pick<FinalOrder, 'id' | 'state'>
const statesOf = (orders: readonly StateOf[]): string =>
  orders
    .map(({ id, state }) => `${id} ${state}`)
    .sort()
    .join()
