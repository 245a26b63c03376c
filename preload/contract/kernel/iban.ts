/** International account numbers (ISO 13616) in a text, recognized by country and length. */
import { maskedAccount } from './account-number.ts'

/** Length of an account number by country, from the registry of ISO 13616. */
const lengths: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 ' +
    'EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 ' +
    'IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 ' +
    'NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 ' +
    'SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
)

/** In one piece or in groups of four; a word that follows may look like one more group. */
const form =
  /(?:(?<![A-Za-z\d])|(?<=iban))[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,3})?(?![A-Za-z\d])/gi

/**
 * Masks every IBAN in a text, even with a wrong check digit: a mistyped IBAN is still an account
 * number.
 */
export const maskedIbans = (text: string): string =>
  text.replace(form, (found) => {
    const length = lengths.get(found.slice(0, 2).toUpperCase())
    const end = length === undefined ? null : endOfSigns(found, length)
    return end === null ? found : maskedAccount(found.slice(0, end)) + found.slice(end)
  })

/** Returns the position after that many letters and digits, if a word ends there; else null. */
function endOfSigns(found: string, length: number): number | null {
  let signs = 0
  for (let at = 0; at < found.length; at += 1) {
    if (/[A-Za-z\d]/.test(found.charAt(at))) signs += 1
    if (signs === length) return /[A-Za-z\d]/.test(found.charAt(at + 1)) ? null : at + 1
  }
  return null
}
