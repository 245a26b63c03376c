/** Where a broken rule stands, for whoever tells it: main to the window, the form to the operator. */
import type { z } from './zod.ts'

/** The source that the rule's schema named, or null for plain shape. */
export function sourceOfIssue(issue: z.core.$ZodIssue): string | null {
  if (issue.code !== 'custom') return null
  const source: unknown = issue.params?.['source']
  return typeof source === 'string' ? source : null
}
