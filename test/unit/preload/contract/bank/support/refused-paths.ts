/** Reasons for refusing a request, for the tests of its schema. */
import { expect } from 'vitest'
import {
  requestProblems,
  type RequestProblem,
  type RequestRule,
} from '../../../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { z } from '../../../../../../preload/contract/kernel/zod.ts'

/** A place in one of the bank's three documents. */
export const bankPlace =
  /^(?:Platform|Account Validation and ACH Inquiry|Wire\/RTP Payments and ACH Origination) Specification, \S/

/** Returns the problems of an input in the form that the window receives. */
export const problemsOf = (
  schema: z.ZodType,
  rules: Readonly<Record<string, RequestRule>>,
  input: unknown,
): readonly RequestProblem[] => requestProblems(rules, schema.safeParse(input).error)
/** Returns the refused fields; each refusal must have a text and a source. */
export const pathsOf = (...requested: Parameters<typeof problemsOf>): string[] => {
  const problems = problemsOf(...requested)
  for (const { message, source } of problems) {
    expect(message).not.toBe('')
    expect(source).toMatch(
      /^(?:Platform Specification|Account Validation and ACH Inquiry Specification|workstation)/,
    )
  }
  return problems.map(({ path }) => path)
}
