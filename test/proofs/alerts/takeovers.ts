/**
 * The proof of Promise P2 for a team: a bank delivers through the proxy in front of workstations of
 * which one listens, while that one is killed, stopped, closed or cut off from PostgreSQL, or PostgreSQL
 * crashes. Another takes over each time. Every acknowledged alert is stored, and every alert once.
 */
import { createListenerCertificate } from '../../../main/profile/listener-setup.ts'
import { momentNow } from '../../../main/store/membership.ts'
import { storeThread } from '../../../main/store/store-thread.ts'
import type { ProofPrograms } from '../harness/controls.ts'
import { seeded } from '../../unit/support/seeded.ts'
import { DeliveringBank, lineTo, type AlertRunReport } from './delivering-bank.ts'
import { storedIn } from './stored-alerts.ts'
import { ListeningTeam, type ListeningMember } from './team.ts'

/** What ends the listening of a workstation. */
export const troubles = ['kill', 'stop', 'cut', 'close', 'crash'] as const
export type Trouble = (typeof troubles)[number]

export interface TakeoverOptions {
  readonly deliveries: number
  readonly members: number
  /** How often each trouble strikes. */
  readonly troubles: Readonly<Record<Trouble, number>>
  readonly factor: number
  readonly seed: number
  readonly programs: ProofPrograms
}

export interface TakeoverReport extends AlertRunReport {
  /** How long nobody listened after each trouble, in milliseconds. */
  readonly tookMs: Readonly<Record<Trouble, readonly number[]>>
}

/** Runs it once; the same seed delivers the same in the same order. */
export async function runTakeovers(options: TakeoverOptions): Promise<TakeoverReport> {
  const random = seeded(options.seed)
  const bank = new DeliveringBank(options.deliveries, random, { afterFailureMs: 100 })
  const certificate = await createListenerCertificate(['127.0.0.1'], new Date())
  const { members, factor, programs } = options
  const storeWorker = programs.url('store-worker')
  const team = await ListeningTeam.open({ members, factor, storeWorker, certificate })
  const line = lineTo(team.front.port, certificate.chain)
  const tookMs: Record<Trouble, number[]> = { kill: [], stop: [], cut: [], close: [], crash: [] }
  try {
    const all = planned(options.troubles, random)
    for (const [at, { trouble, share }] of all.entries()) {
      const { member } = await team.listener()
      const after = bank.untilEnding(all.length - at, share)
      let repair = (): Promise<void> => Promise.resolve()
      await bank.deliver(line, after, async () => {
        const from = momentNow().monotonicMs
        repair = await strike(team, member, trouble)
        const { since } = await team.listener(trouble === 'crash' ? { from } : { except: member })
        tookMs[trouble].push(Math.max(0, since - from))
        // What was on its way to one that was stopped reaches it now.
        if (trouble === 'stop') member.wake()
      })
      await bank.deliverLater(line, 31_000)
      await repair()
      bank.judge(`a ${trouble}`, await team.stored())
      await team.untilOneAccepts()
    }
    await bank.deliver(line, Infinity, () => Promise.resolve())
    await Promise.all(team.members.map((member) => member.end('SIGTERM')))
    bank.judgeEnd(await storedIn('', storeThread(storeWorker, team.store.storeOf('judge'))))
    return { ...bank.report, tookMs }
  } finally {
    await line.pool.destroy()
    await team.close()
  }
}

/** Returns what repairs it. */
async function strike(
  team: ListeningTeam,
  member: ListeningMember,
  trouble: Trouble,
): Promise<() => Promise<void>> {
  switch (trouble) {
    case 'kill':
      await member.end('SIGKILL')
      return () => member.start()
    case 'close': {
      const closed = member.end('SIGTERM')
      return async () => {
        await closed
        await member.start()
      }
    }
    case 'stop':
      member.stop()
      return () => Promise.resolve()
    case 'cut':
      await member.line.break({ kind: 'hold' })
      return () => member.line.restore()
    case 'crash':
      await team.store.restart('immediate')
      return () => Promise.resolve()
  }
}

/** The troubles in an order that the seed decides. */
const planned = (counts: TakeoverOptions['troubles'], random: () => number) =>
  troubles
    .flatMap((trouble) => Array.from({ length: counts[trouble] }, () => trouble))
    .map((trouble) => ({ trouble, at: random(), share: 0.5 + random() }))
    .sort((one, other) => one.at - other.at)

/** Returns the longest takeover after each trouble, as text. */
export const slowest = ({ tookMs }: TakeoverReport): string =>
  troubles
    .filter((trouble) => tookMs[trouble].length > 0)
    .map((trouble) => `${trouble} ${Math.max(...tookMs[trouble]).toFixed(0)} ms`)
    .join(', ')
