/** Every code the documents list, by family: the one place that explains a code, wherever it appears. */
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

/** The name of a family. */
export type CodeFamilyId = (typeof all)[number]['id']

/** Every family, topic by topic. */
export const codeFamilies: readonly CodeFamily<CodeFamilyId>[] = all

const byId = new Map<string, CodeFamily<CodeFamilyId>>(all.map((family) => [family.id, family]))

/** The family of a name that came from outside, such as an address. */
export const familyOf = (id: string): CodeFamily<CodeFamilyId> | undefined => byId.get(id)

/** What a code means in its family, or undefined where nobody says: then it is shown as it came (trap 52). */
export const meaningOf = (family: CodeFamilyId, code: string): ExplainedCode | undefined =>
  byId.get(family)?.find(code)
