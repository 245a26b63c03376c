/** Source of a broken rule, for main and for the form. */
import type { z } from './zod.ts'

/** Returns the source given by the rule's schema; null for a plain shape. */
export function sourceOfIssue(issue: z.core.$ZodIssue): string | null {
  if (issue.code !== 'custom') return null
  const source: unknown = issue.params?.['source']
  return typeof source === 'string' ? source : null
}
