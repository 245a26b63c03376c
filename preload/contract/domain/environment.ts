/** The three environments. Each has its own store, keychain entries and listener (design P7). */
import { z } from '../kernel/zod.ts'

export const environments = ['practice', 'pre-production', 'production'] as const
export const environment = z.enum(environments)
export type Environment = z.infer<typeof environment>

/** Each as it is written for people. */
export const environmentWords: Readonly<Record<Environment, string>> = {
  practice: 'Practice',
  'pre-production': 'Pre-production',
  production: 'Production',
}

/** Where a real bank is: what a person may make a profile for. */
export const realEnvironments = ['pre-production', 'production'] as const
export const realEnvironment = z.enum(realEnvironments)
export type RealEnvironment = z.infer<typeof realEnvironment>

/** The word that a person types to open production. */
export const productionWord = 'PRODUCTION'
