/** The three environments. Each has its own store, keychain entries and listener (Promise P7). */
import { z } from '../kernel/zod.ts'

export const environments = ['practice', 'pre-production', 'production'] as const
export const environment = z.enum(environments)
export type Environment = z.infer<typeof environment>

/** Display names. */
export const environmentLabels: Readonly<Record<Environment, string>> = {
  practice: 'Practice',
  'pre-production': 'Pre-production',
  production: 'Production',
}

/** Environments with a real bank, for which a person may create a profile. */
export const realEnvironments = ['pre-production', 'production'] as const
export const realEnvironment = z.enum(realEnvironments)
export type RealEnvironment = z.infer<typeof realEnvironment>

/** The word to type before production opens. */
export const productionConfirmation = 'PRODUCTION'
