/**
 * Which of the bank's fields name an account, a party, or where a party is found. The names are those of the
 * three documents; what ends like one of them is taken for one.
 */

const account = /account(number|no|num)?$|arngnum|accountnumber/i
/** What only a number is called: its value is one whatever shape it has. */
const accountNumber = /arngnum|accountn(umber|o|um)/i
const party =
  /(first|middle|last|business|individual|company|customer|owner)name(idnumber)?$|^name$/i
const whereabouts = /(?<!ip)address(line)?\d?$|^adrline$|phone$/i

/** A field, header or path segment whose value is an account. */
export const namesAccount = (name: string): boolean => account.test(name.replaceAll('-', ''))
/** The same, where also what stands inside the value is one. */
export const namesAccountNumber = (name: string): boolean => accountNumber.test(name)
/** A field whose value is the name of a person or of a business. */
export const namesParty = (name: string): boolean => party.test(name)
/** A field whose value is an address line or a telephone number. */
export const tellsWhereabouts = (name: string): boolean => whereabouts.test(name)

/** An account by its field's name in text that is no JSON: a form, a page, an answer that was cut off. */
export const accountInText =
  /([\w-]*(?:arngnum|account(?:number|no|num)?)[\w-]*)(["']?\s*[:=>]\s*["']?)([A-Za-z0-9]+)/gi
/** A party, an address line or a telephone number in such a text. */
export const partyInText =
  /([\w-]*(?:name|adrline|addressline\d?|address\d|phone))(["']?\s*[:=]\s*["']|\s*>\s*)([^"'<&\n]+)/gi
