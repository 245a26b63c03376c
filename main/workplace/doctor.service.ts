/**
 * The connection doctor: examines every step between this computer and a healthy bank, in order,
 * and names each fault (bank document 1, Authentication and Health checks; bank notes 7-11, 19).
 * Its handshakes carry no HTTP; every call goes through the client and its rate budget. Nothing is
 * tried twice.
 */
import type { DoctorReport } from '../../preload/contract/api/doctor.ts'
import type { ProductTerms } from '../../preload/contract/api/profiles/profile-details.ts'
import type { BankClient } from '../bank/bank-client.ts'
import type { BankConnection } from '../bank/connection.ts'
import type { CheckedHealth } from '../bank/health-check.ts'
import type { Clock } from '../platform/clock.ts'
import { computerIdReader, type ReadComputerId } from '../platform/computer-id.ts'
import { examineAddress, clientAddressIn } from './doctor/address-step.ts'
import { examineAlerts, type ExaminedListener } from './doctor/alerts-step.ts'
import { pauseFacts } from './doctor/answer-facts.ts'
import {
  examineClientCertificate,
  examineServerChain,
  type Reached,
} from './doctor/certificates.ts'
import type { HandshakeWay } from './doctor/handshake.ts'
import { examineProxy } from './doctor/proxy-step.ts'
import { ReportBuilder } from './doctor/report-builder.ts'
import { examineClock } from './doctor/clock-step.ts'
import { attention, fine } from './doctor/step-result.ts'
import { examineRowNumbers, type RowNumbersQuestion } from './doctor/row-numbers-step.ts'
import { examineHealth, healthSteps } from './doctor/health-steps.ts'
import { examineToken } from './doctor/token-step.ts'
import {
  endpointOf,
  lookupAll,
  reachAddress,
  resolveHost,
  stepTimeoutMs,
  type Lookup,
} from './doctor/network-step.ts'

export { hintFor403 } from './doctor/registered-address.ts'

export interface DoctorDeps {
  readonly clock: Clock
  /** By default the system's own. */
  readonly lookup?: Lookup
  /** By default the system's own. */
  readonly readComputerId?: ReadComputerId
  /** Limit in milliseconds for resolving, connecting and each handshake; 10 s by default. */
  readonly boundMs?: number
  /**
   * How long, in milliseconds, a bank may refuse the client certificate after the handshake; 1.5 s
   * by default.
   */
  readonly silenceMs?: number
}

/** One examination: the connection, and the terms of the profile's agreement. */
export interface Examination extends Pick<RowNumbersQuestion, 'ownAccounts' | 'rowNumbers'> {
  readonly connection: BankConnection
  /**
   * The client of the same connection; token and health calls go through it and its rate budget.
   */
  readonly client: BankClient
  /** Null if the profile has none; the payments health check is then not sent (bank note 11). */
  readonly partnerClientId: string | null
  readonly registeredAddresses: readonly string[]
  readonly products: readonly ProductTerms[]
  /** The operator who runs the examination, recorded with every health call. */
  readonly actor: string
  /** The listener for the bank's alerts. */
  readonly listener: ExaminedListener
  /** Called after every change; each report is complete and never changes afterwards. */
  readonly progressed: (report: DoctorReport) => void
  /** When the profile's certificate ends; read from the chain by default. */
  readonly certificateEndsAt?: Date | undefined
  /** Ends the examination before its next step. */
  readonly signal?: AbortSignal | undefined
}

/** Remembers the client address that each bank last reported, for the hint on a later 403. */
export interface Doctor {
  /**
   * Runs the examination; resolves to the finished report in every case. During a rate pause
   * nothing is sent.
   */
  examine(examination: Examination): Promise<DoctorReport>
  /**
   * The `ClientIp` that this bank last reported during this program run, unchanged; null if never.
   */
  lastClientIp(baseUrl: string): string | null
}

export function createDoctor(deps: DoctorDeps): Doctor {
  const { readComputerId = computerIdReader() } = deps
  const lastSeen = new Map<string, string>()
  const lastClientIp = (baseUrl: string): string | null => lastSeen.get(baseUrl) ?? null
  return {
    lastClientIp,
    async examine(examination) {
      const { connection, client, progressed } = examination
      const report = new ReportBuilder(deps.clock, connection.proxy !== undefined, progressed)
      const { pausedUntil } = client.status()
      if (pausedUntil) {
        report.write('token', attention('rate-paused', pauseFacts(pausedUntil)))
      } else if (await examineNetwork(deps, report, examination)) {
        const seen = await examineCalls(deps, report, examination, lastClientIp(connection.baseUrl))
        if (seen !== null) lastSeen.set(connection.baseUrl, seen)
      }
      // Alerts come from the bank, and the id from the system: these do not depend on the others.
      if (examination.signal?.aborted !== true) {
        await report.step('alerts', () => examineAlerts(examination.listener))
        await report.step('computer', async () =>
          (await readComputerId()) === undefined ? attention('computer-without-id', []) : fine([]),
        )
      }
      return report.finish()
    },
  }
}

/** Runs every step before the first call. Returns false if no call is possible. */
async function examineNetwork(
  { clock, lookup = lookupAll, boundMs = stepTimeoutMs, silenceMs = 1_500 }: DoctorDeps,
  report: ReportBuilder,
  { connection, certificateEndsAt, signal }: Examination,
): Promise<boolean> {
  const { host, port } = endpointOf(connection.baseUrl)
  const goesOn = ({ state }: { readonly state: string }): boolean =>
    state !== 'failed' && signal?.aborted !== true
  const now = clock.now()
  const about = { connection, host, port, boundMs, silenceMs, now }
  const { proxy } = connection
  let way: HandshakeWay
  if (proxy) {
    if (!goesOn(await report.step('proxy', () => examineProxy(proxy, about)))) return false
    way = { proxy }
  } else {
    const resolved = await report.step('resolve', () => resolveHost(host, lookup, boundMs))
    if (!goesOn(resolved)) return false
    const { addresses } = resolved
    const tcp = await report.step('tcp', () => reachAddress(addresses, port, boundMs))
    if (tcp.address === null || !goesOn(tcp)) return false
    way = { address: tcp.address }
  }
  const reached: Reached = { ...about, way }
  const server = await report.step('server-chain', () => examineServerChain(reached))
  if (!goesOn(server)) return false
  const ours = await report.step('client-certificate', () =>
    examineClientCertificate(reached, certificateEndsAt),
  )
  return goesOn(ours)
}

/** Runs the token and health steps. Resolves to the reported `ClientIp`, or null. */
async function examineCalls(
  { clock }: DoctorDeps,
  report: ReportBuilder,
  examination: Examination,
  lastClientIp: string | null,
): Promise<string | null> {
  const { client, products, registeredAddresses, signal } = examination
  const startedAt = clock.now()
  const token = await report.step('token', () => examineToken(client, products, signal))
  const isFresh = (token.answer?.times?.startedAt ?? new Date(0)) >= startedAt
  if (token.answer && (token.hasToken || isFresh))
    report.note({ tokenFields: [...token.answer.fields] })
  const answers: CheckedHealth[] = []
  let paused = token.finding === 'rate-paused'
  for (const step of healthSteps) {
    if (!token.hasToken || paused || signal?.aborted === true) break
    const { finding, checked } = await report.step(step.id, () => examineHealth(step, examination))
    if (checked) answers.push(checked)
    paused = finding === 'rate-paused'
  }
  const seenAddress = clientAddressIn(answers, 'ClientIp')
  report.note({ clientIp: seenAddress })
  if (paused || signal?.aborted === true) return seenAddress
  const timed = token.answer && isFresh ? [token.answer, ...answers] : answers
  await report.step('clock', () => examineClock(timed, clientAddressIn(answers, 'Timestamp')))
  const forbidden =
    token.finding === 'token-forbidden' || answers.some(({ status }) => status === 403)
  await report.step('address', () =>
    examineAddress({ answers, forbidden, lastClientIp, registeredAddresses }),
  )
  if (token.hasToken) await report.step('row-numbers', () => examineRowNumbers(examination, clock))
  return seenAddress
}
