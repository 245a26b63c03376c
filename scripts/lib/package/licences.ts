/** Licences under which packages of others are shipped. */
import type { ShippedPackage } from './bundled-packages.ts'

/** Licences that require only that their text is included. */
const taken = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'MPL-2.0']

/** A choice such as `(MIT OR GPL-2.0)` is accepted if one side is; for `AND`, all sides must be. */
const isTaken = (license: string): boolean =>
  license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((side) => side.split(' AND ').every((one) => taken.includes(one)))

/** Returns a sentence for every shipped package with another licence. */
export const licenceFaults = (shipped: readonly ShippedPackage[]): readonly string[] =>
  shipped
    .filter(({ license }) => !isTaken(license))
    .map(({ name, version, license }) => `${name} ${version} is shipped under ${license}`)
