/**
 * The connection doctor: each step between this computer and a healthy bank has its own finding, so
 * a fault is named and not guessed. The texts are in renderer/text/doctor-text.ts.
 */
import { proxyFailures } from '../bank/answers/call-failure.ts'
import { z } from '../kernel/zod.ts'

/**
 * All steps in order. A step is skipped if a step that it needs failed. Through a proxy, which
 * resolves and connects by itself, `proxy` replaces `resolve` and `tcp`.
 */
export const doctorSteps = [
  'proxy',
  'resolve',
  'tcp',
  'server-chain',
  'client-certificate',
  'token',
  'health-validation',
  'health-ach',
  'health-payments',
  'clock',
  'address',
  'row-numbers',
  'alerts',
  'computer',
] as const
export type DoctorStepId = (typeof doctorSteps)[number]

/** The steps of a profile with or without a proxy. */
export const stepsOf = (hasProxy: boolean): readonly DoctorStepId[] =>
  doctorSteps.filter((id) => (hasProxy ? id !== 'resolve' && id !== 'tcp' : id !== 'proxy'))

/**
 * All findings of the steps. A closed union: renderer/text/doctor-text.ts does not compile if one
 * has no text.
 */
export const doctorFindings = [
  'fine',
  'not-run',
  'running',
  'address-not-found',
  'connection-refused',
  'timed-out',
  'unreachable',
  ...proxyFailures,
  'server-certificate-not-trusted',
  'server-name-mismatch',
  'server-certificate-expired',
  'server-certificate-expires-soon',
  /** The bank ended the handshake before its certificate could be verified, as TLS 1.2 allows. */
  'server-chain-not-verified',
  'tls-too-old',
  'not-tls',
  /** A TLS alert ended the handshake before either certificate was checked. */
  'handshake-failed',
  'client-certificate-refused',
  /** The bank asks for the certificate in a second handshake on the open connection. */
  'renegotiation-asked',
  'client-certificate-expires-soon',
  'client-certificate-expired',
  /** The chain and the key cannot be used together on this computer; nothing was sent. */
  'client-certificate-unusable',
  'connection-closed',
  'credentials-refused',
  'token-forbidden',
  'token-call-failed',
  'token-not-approved',
  'product-missing',
  'product-not-agreed',
  'health-refused',
  'health-forbidden',
  'health-failed',
  'health-unreadable',
  'partner-id-missing',
  'clock-off',
  'clock-not-reported',
  'address-not-registered',
  'address-not-reported',
  'no-address-registered',
  /** The place of the setting was ignored or refused, the other one applied. */
  'row-numbers-in-body',
  'row-numbers-in-query',
  'row-numbers-undecided',
  'row-numbers-not-asked',
  'listener-off',
  'listener-failed',
  'no-public-address',
  /** Workstations share the profile, and none of them listens. */
  'nobody-listens',
  'listener-unknown',
  /** The address for alerts presents a certificate that a workstation created. */
  'alerts-not-trusted',
  'alerts-not-reached',
  /** The system does not tell which computer this is. */
  'computer-without-id',
  'rate-paused',
] as const
export type DoctorFinding = (typeof doctorFindings)[number]

/** One observed fact; the bank's text is exact. */
export const doctorFact = z.object({ label: z.string(), value: z.string() })
export type DoctorFact = z.infer<typeof doctorFact>

export const doctorStep = z.object({
  id: z.enum(doctorSteps),
  state: z.enum(['waiting', 'running', 'passed', 'attention', 'failed', 'not-run']),
  finding: z.enum(doctorFindings),
  facts: z.array(doctorFact),
  tookMs: z.number().nullable(),
})
export type DoctorStep = z.infer<typeof doctorStep>

/**
 * A field of the token answer. Tokens are never included; credentials appear only as "the profile's
 * own".
 */
export const tokenField = z.object({
  /** Exact name from the bank (bank notes 2, 5). */
  name: z.string(),
  value: z.string(),
  /** Null if there is nothing to remark. */
  remark: z.string().nullable(),
})
export type TokenField = z.infer<typeof tokenField>

/** The whole report, during the run and afterwards. */
export const doctorReport = z.object({
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  steps: z.array(doctorStep),
  tokenFields: z.array(tokenField),
  /** The client address that the gateway saw (`ClientIp`), exact text; null if not reported. */
  clientIp: z.string().nullable(),
})
export type DoctorReport = z.infer<typeof doctorReport>
