/** Why a request is refused, for the tests of its schema. */
import { expect } from 'vitest'
import {
  requestProblems,
  type RequestProblem,
  type RequestRule,
} from '../../../../preload/contract/ach-inquiry/index.ts'
import type { z } from '../../../../preload/contract/zod.ts'

/** What a schema refuses, as the window is told it. */
export const problemsOf = (
  schema: z.ZodType,
  rules: Readonly<Record<string, RequestRule>>,
  input: unknown,
): readonly RequestProblem[] => requestProblems(rules, schema.safeParse(input).error)
/** Which fields are refused; each refusal has words and a source. */
export const pathsOf = (...asked: Parameters<typeof problemsOf>): string[] => {
  const problems = problemsOf(...asked)
  for (const { message, source } of problems) {
    expect(message).not.toBe('')
    expect(source).toMatch(/^(1-platform\.md|2-validation-and-ach-inquiry\.md|workstation)/)
  }
  return problems.map(({ path }) => path)
}
