/**
 * The steps from a request to a certificate that the bank takes (`1-platform.md`, Authentication 1 and 2; What the
 * service does, Access model 2). Four of them are seen in what the keychain holds; two happen elsewhere, and a person
 * says when.
 */
import { z } from '../../kernel/zod.ts'

/** The steps that nobody here can see: the request went to the authority, the certificate to the bank. */
export const tickedSteps = ['to-authority', 'to-bank'] as const
export type TickedStep = (typeof tickedSteps)[number]

/** On which day it was done, as a person said, and when that was said. */
const tick = z.object({ on: z.iso.date(), at: z.iso.datetime() })

/** Of the request that waits, else of the certificate in use; null: nobody has said so. */
export const certificateTicks = z.record(z.enum(tickedSteps), tick.nullable())
export type CertificateTicks = z.infer<typeof certificateTicks>

/** `on` null: it was not done after all. */
export const stepTicking = z.strictObject({
  step: z.enum(tickedSteps),
  on: z.iso.date().nullable(),
})
export type StepTicking = z.infer<typeof stepTicking>
