import type { Migration } from './migration.ts'

// An answer whose score meets a threshold though a name differs has a class of its own; stored
// answers get it too. `reason`: why an order was approved although the owner of an account is
// uncertain; null: no reason was required.
const namesInPart = `
UPDATE validations SET result_class = 'owner-matches-in-part'
WHERE result_class IN ('owner-matches', 'owner-differs') AND EXISTS (
  SELECT 1 FROM json_each(outcome, '$.reading.matches') AS letter
  WHERE letter.key IN ('firstNameMatch', 'lastNameMatch', 'middleNameMatch', 'namePrefixMatch', 'nameSuffixMatch',
    'businessNameMatch', 'nameMatch') AND trim(letter.value) NOT IN ('', 'Y', 'U'));
UPDATE bulk_rows SET result_class = 'owner-matches-in-part'
WHERE result_class IN ('owner-matches', 'owner-differs')
  AND validation_id IN (SELECT id FROM validations WHERE result_class = 'owner-matches-in-part');
ALTER TABLE order_approvals ADD COLUMN reason TEXT;
`

/** Results whose names match in part, and reasons of approvals. */
export const namesInPartMigration: Migration = {
  version: 17,
  name: '0017-names-in-part',
  sql: namesInPart,
}
