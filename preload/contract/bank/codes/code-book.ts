/** All documented codes by family; every screen takes meanings of codes from here. */
import { accessFamilies } from './access.ts'
import { accountValidationFamilies } from './account-validation-families.ts'
import { achAnswerFamilies } from './ach-answers.ts'
import { achEntryFamilies } from './ach-entries.ts'
import { achReturnFamilies } from './ach-returns.ts'
import { alertFamilies } from './alerts.ts'
import { baiFamilies } from './bai.ts'
import type { CodeFamily, ExplainedCode } from './code-family.ts'
import { businessStatusFamily } from './payment-business-status.ts'
import { paymentFamilies } from './payments.ts'

const all = [
  ...accountValidationFamilies,
  ...achEntryFamilies,
  ...achReturnFamilies,
  ...achAnswerFamilies,
  businessStatusFamily,
  ...paymentFamilies,
  ...baiFamilies,
  ...alertFamilies,
  ...accessFamilies,
] as const

export type CodeFamilyId = (typeof all)[number]['id']

/** All families, by topic. */
export const codeFamilies: readonly CodeFamily<CodeFamilyId>[] = all

const byId = new Map<string, CodeFamily<CodeFamilyId>>(all.map((family) => [family.id, family]))

/** Returns a family by a name from outside, such as an address; undefined if there is none. */
export const familyOf = (id: string): CodeFamily<CodeFamilyId> | undefined => byId.get(id)

/**
 * Returns the meaning of a code in its family; undefined if not listed, in which case the code is
 * shown unchanged (bank note 52).
 */
export const meaningOf = (family: CodeFamilyId, code: string): ExplainedCode | undefined =>
  byId.get(family)?.find(code)
