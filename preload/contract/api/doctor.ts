/**
 * The connection doctor: every step between this computer and a healthy bank, each with a finding of its
 * own, so that what is wrong is named and not guessed. Its words are in doctor-words.ts.
 */
import { z } from '../kernel/zod.ts'

/** The steps in their order. A step whose ground is missing is not run. */
export const doctorSteps = [
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
] as const
export type DoctorStepId = (typeof doctorSteps)[number]

/** Everything a step may find. A closed union: doctor-words.ts does not compile when one has no words. */
export const doctorFindings = [
  'fine',
  'not-run',
  'running',
  'address-not-found',
  'connection-refused',
  'timed-out',
  'unreachable',
  'server-certificate-not-trusted',
  'server-name-mismatch',
  'server-certificate-expired',
  'server-certificate-expires-soon',
  /** The bank ended the handshake before its certificate could be verified, as TLS 1.2 allows. */
  'server-chain-not-verified',
  'tls-too-old',
  'not-tls',
  /** A TLS alert ended the handshake before either certificate was looked at. */
  'handshake-failed',
  'client-certificate-refused',
  'client-certificate-expires-soon',
  'client-certificate-expired',
  /** Chain and key cannot be used together on this computer: nothing was sent. */
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
  'clock-not-told',
  'address-not-registered',
  'address-not-told',
  'no-address-registered',
  'rate-paused',
] as const
export type DoctorFinding = (typeof doctorFindings)[number]

/** One thing that was seen, word for word where the bank said it. */
export const doctorFact = z.object({ label: z.string(), value: z.string() })
export type DoctorFact = z.infer<typeof doctorFact>

/** A step with what it found. */
export const doctorStep = z.object({
  id: z.enum(doctorSteps),
  state: z.enum(['waiting', 'running', 'passed', 'attention', 'failed', 'not-run']),
  finding: z.enum(doctorFindings),
  facts: z.array(doctorFact),
  tookMs: z.number().nullable(),
})
export type DoctorStep = z.infer<typeof doctorStep>

/** A field of the token answer; tokens are never among them, credentials are said to be the profile's own. */
export const tokenField = z.object({
  /** As the bank spells it (traps 2, 5). */
  name: z.string(),
  value: z.string(),
  /** Null: nothing to say of it. */
  remark: z.string().nullable(),
})
export type TokenField = z.infer<typeof tokenField>

/** The whole examination, while it runs and afterwards. */
export const doctorReport = z.object({
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  steps: z.array(doctorStep),
  tokenFields: z.array(tokenField),
  /** The address the gateway saw (`ClientIp`), as it came; null: not told. */
  clientIp: z.string().nullable(),
})
export type DoctorReport = z.infer<typeof doctorReport>
