/**
 * Steps from a request to a certificate that the bank accepts (bank document 1, Authentication 1
 * and 2; What the service does, Access model 2). The keychain shows four of them; two happen
 * elsewhere, and a person records their dates.
 */
import { z } from '../../kernel/zod.ts'

/**
 * Steps that the workstation cannot observe: the request sent to the authority, the certificate
 * sent to the bank.
 */
export const tickedSteps = ['to-authority', 'to-bank'] as const
export type TickedStep = (typeof tickedSteps)[number]

/** `on` is the day the step was done; `at` is when an operator recorded it. */
const tick = z.object({ on: z.iso.date(), at: z.iso.datetime() })

/** Ticks of the pending request, else of the certificate in use; null if not recorded. */
export const certificateTicks = z.record(z.enum(tickedSteps), tick.nullable())
export type CertificateTicks = z.infer<typeof certificateTicks>

/** `on` null removes the tick. */
export const stepTicking = z.strictObject({
  step: z.enum(tickedSteps),
  on: z.iso.date().nullable(),
})
export type StepTicking = z.infer<typeof stepTicking>
