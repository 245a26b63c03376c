/**
 * Code tables of the validation answer as families of the code book: derived from the tables, never
 * repeated.
 */
import { accountValidationTables, matchFields } from './account-validation.ts'
import { codeFamily, fromBank, type ExplainedCode } from './code-family.ts'
import type { CodeTable } from './code-table.ts'

/** Family of each table. */
export const validationFamilyIds = {
  errorCode: 'validation-error',
  primaryStatusCode: 'validation-status',
  conditionCode: 'validation-condition',
  match: 'validation-match',
} as const satisfies Record<keyof typeof accountValidationTables, string>

const fromTable = ({ entries }: CodeTable): readonly ExplainedCode[] =>
  entries.map(({ code, title, meaning, source }) => ({
    code,
    meaning: title,
    source: 'bank',
    where: source,
    notes: meaning,
  }))

/** Families of account validation, in the prescribed reading order (bank note 38). */
export const accountValidationFamilies = [
  codeFamily({
    id: validationFamilyIds.errorCode,
    topic: 'Account validation',
    title: 'System error codes',
    fields: ['errorCode'],
    explanation:
      'Result of the request. 000 is good here and says nothing about the account. An error can come with HTTP 200.',
    entries: fromTable(accountValidationTables.errorCode),
  }),
  codeFamily({
    id: validationFamilyIds.primaryStatusCode,
    topic: 'Account validation',
    title: 'Account status codes',
    fields: ['primaryStatusCode'],
    explanation: 'State of the account. 000 is bad here, 099 is good.',
    entries: fromTable(accountValidationTables.primaryStatusCode),
  }),
  codeFamily({
    id: validationFamilyIds.conditionCode,
    topic: 'Account validation',
    title: 'Condition codes',
    fields: ['conditionCode'],
    explanation:
      'Obstacles to an owner check. The answer may still include a partial result, such as an account status.',
    entries: fromTable(accountValidationTables.conditionCode),
  }),
  codeFamily({
    id: validationFamilyIds.match,
    topic: 'Account validation',
    title: 'Match codes',
    fields: Object.keys(matchFields),
    explanation:
      'How a field compares. A blank field was not sent. Name prefix and suffix are always answered U when sent. For the SSN, Y applies when four digits were sent and C when nine were. First, last and middle name, prefix, suffix, state, id type and id state are never answered C.',
    entries: fromTable(accountValidationTables.match),
  }),
  codeFamily({
    id: 'fee-attribute',
    topic: 'Account validation',
    title: 'Fee attribute',
    fields: ['feeAttrib'],
    explanation: 'Two characters; HH is the only value reported.',
    entries: fromBank(
      'Account Validation and ACH Inquiry Specification, Account validation response',
      [['HH', 'ACH transaction']],
    ),
  }),
] as const
