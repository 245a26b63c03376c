/** Documented codes, each available only through its field or family. */
export { accountValidationTables } from './account-validation.ts'
export { validationFamilyIds } from './account-validation-families.ts'
export { codeFamilies, familyOf, meaningOf, type CodeFamilyId } from './code-book.ts'
export {
  codeTopics,
  type CodeFact,
  type CodeFamily,
  type CodeSource,
  type CodeTopic,
  type ExplainedCode,
} from './code-family.ts'
export type { CodeEntry, CodeTable, Tone } from './code-table.ts'
export {
  businessStatuses,
  businessStatusOf,
  type BusinessStatus,
} from './payment-business-status.ts'
