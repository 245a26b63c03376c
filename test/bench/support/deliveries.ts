/** Delivers alerts to a listener over many connections, and counts what it acknowledges. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'undici'
import { createListenerCertificate } from '../../../main/profile/listener-setup.ts'
import type { TeamStore } from '../../../main/store/team-store.ts'
import { alertPath } from '../../../preload/contract/api/alerts/listener.ts'
import { makeAlerts } from '../../proofs/alerts/fake-alerts.ts'
import { builtPrograms } from '../../proofs/harness/controls.ts'
import { startWorkstation } from '../../proofs/alerts/station-program.ts'

export const connections = 32
const authorization = `Basic ${Buffer.from('bank:practice').toString('base64')}`

/** What a listener acknowledged. */
export interface Acknowledged {
  readonly perSecond: number
  /** How long each delivery took, in milliseconds. */
  readonly times: readonly number[]
  /** How late its event loop was at its 99th percentile; known where it ended by itself. */
  readonly loopDelayMs: number
}

/** Creates bodies that a new store has not seen: all alerts differ. */
export function bodiesOf(calls: number, size: number): string[] {
  const alerts = makeAlerts(calls * size).map(({ notification }) => notification)
  return Array.from({ length: calls }, (_, at) =>
    JSON.stringify({ alertNotificationRequest: alerts.slice(at * size, (at + 1) * size) }),
  )
}

interface Delivering {
  /** The file of the store; any path where the team has one. */
  readonly store: string
  readonly team?: TeamStore
  /** Ends the program before it has read what it acknowledged. */
  readonly isKilled?: boolean
}

/**
 * Returns what delivers bodies to a listener on a store of its own; the certificate of the listener
 * is in `folder`.
 */
export async function alertSender(
  folder: string,
): Promise<(bodies: readonly string[], to: Delivering) => Promise<Acknowledged>> {
  const certificate = await createListenerCertificate(['127.0.0.1'], new Date())
  const certificateFile = join(folder, 'certificate.json')
  await writeFile(certificateFile, JSON.stringify(certificate))
  return async (bodies, { isKilled = false, ...stored }) => {
    const listener = await startWorkstation({
      ...stored,
      programs: builtPrograms,
      certificateFile,
      port: 0,
      env: {},
    })
    const pool = new Pool(`https://127.0.0.1:${String(listener.port)}`, {
      connections,
      connect: { ca: certificate.chain },
    })
    const waiting = [...bodies]
    const times: number[] = []
    const send = async (): Promise<void> => {
      for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
        const sentAt = performance.now()
        const headers = { authorization, 'content-type': 'application/json' }
        const answer = await pool.request({ method: 'POST', path: alertPath, headers, body })
        await answer.body.text()
        if (answer.statusCode !== 200) throw new Error(`answered ${String(answer.statusCode)}`)
        times.push(performance.now() - sentAt)
      }
    }
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: connections }, send))
    const perSecond = (bodies.length * 1000) / (performance.now() - startedAt)
    await pool.close()
    await (isKilled ? listener.kill() : listener.end())
    return { perSecond, times, loopDelayMs: listener.loopDelayMs() }
  }
}
