/** Proposes a column mapping from the headers of a file, for a person to check and change. */
import type { ColumnMapping, ImportTarget } from '../../../preload/contract/api/bulk/import.ts'

const patterns: readonly (readonly [ImportTarget, RegExp])[] = [
  [
    'routingNumber',
    /^(?:bank|payee|vendor|receiving)?(?:routing|aba|rtn|transitrouting|transit)(?:aba|rtn|transit)?(?:number|num|nbr|no|code)?$|^(?:rdfi|dfi)(?:id|number)$/,
  ],
  [
    'accountNumber',
    /^(?:bank|payee|vendor|beneficiary|dfi|deposit|checking)?(?:account|acct|acc)(?:number|num|nbr|no)?$|^dda(?:number|no)?$/,
  ],
  [
    'firstName',
    /^(?:owner|payee|contact|employee|customer)?(?:firstname|first|givenname|forename|fname)$/,
  ],
  [
    'lastName',
    /^(?:owner|payee|contact|employee|customer)?(?:lastname|last|surname|familyname|lname)$/,
  ],
  ['middleName', /^middle(?:name|initial)?$|^mi$|^mname$/],
  ['namePrefix', /^(?:name)?prefix$|^salutation$|^title$/],
  ['nameSuffix', /^(?:name)?suffix$/],
  [
    'businessName',
    /^(?:business|company|vendor|supplier|organi[sz]ation|corporate|legal|entity|merchant)(?:legal)?(?:name)?$|^dba$/,
  ],
  [
    'ssn',
    /^(?:ssn|socialsecurity(?:number|no)?|tin|ein|fein|itin|tax(?:payer)?id(?:entification)?(?:number|no)?|ssn(?:or)?(?:tin|ein|taxid)|ssnlast4|last4(?:of)?ssn)$/,
  ],
  ['dob', /^(?:dob|dateofbirth|birth(?:date|day)?)$/],
  ['addressLine1', /^(?:street|mailing|home)?(?:address|addr)(?:line)?1?$|^street(?:line)?1?$/],
  [
    'addressLine2',
    /^(?:street|mailing|home)?(?:address|addr)(?:line)?2$|^(?:street2|suite|unit|apt|apartment)$/,
  ],
  ['city', /^(?:city|town)(?:name)?$/],
  ['state', /^(?:state|province|st)(?:code)?$/],
  ['zipCode', /^(?:zip|postal|postcode)(?:code|plus4|4)?$/],
  ['homePhone', /^(?:home)?(?:phone|telephone|tel)(?:number|no)?$/],
  ['workPhone', /^(?:work|business|office|daytime)(?:phone|telephone|tel)(?:number|no)?$/],
  ['idType', /^id(?:entification)?type$/],
  ['idState', /^(?:id(?:entification)?|license|licence|dl)state$|^stateofissue$/],
  [
    'idNo',
    /^(?:id|identification|license|licence|driverslicense|driverlicense|dl|passport)(?:number|num|no)$/,
  ],
  [
    'userDefined',
    /^(?:your|client|customer|our|payment|payee|vendor|supplier)?(?:reference|ref|userdefined|userdef|externalid)(?:number|num|nbr|no|id)?$/,
  ],
  ['userDefined', /^(?:vendor|supplier|employee|customer|payee)(?:id|number|num|nbr|no|code)$/],
]

/** Numbers of papers, by which a person finds a row again; they are stored and not sent. */
const ownNumbers =
  /^(?:customer|vendor|supplier)?(?:invoice|inv|bill|voucher|document|doc|order|po|purchaseorder|contract|case|ticket|claim)(?:reference|ref|number|num|nbr|no|id)?$/

/** A header in lower case, without separators. */
const joined = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Maps the recognized headers, in the order of the columns. Each target goes to the first matching
 * column, a reference before the number of a payee, and amounts to none (bank note 35). Numbers of
 * invoices and other papers are kept.
 */
export function suggestedMapping(headers: readonly string[]): ColumnMapping {
  const names = headers.map(joined)
  const targets = new Map<number, ImportTarget>()
  for (const [target, fits] of patterns) {
    const column = names.findIndex((name, at) => !targets.has(at) && fits.test(name))
    if (column >= 0 && ![...targets.values()].includes(target)) targets.set(column, target)
  }
  return headers.flatMap((_header, column) => {
    const target =
      targets.get(column) ?? (ownNumbers.test(names[column] ?? '') ? 'retain' : undefined)
    return target === undefined ? [] : [{ column, target }]
  })
}
