/** Under which licences the work of others is shipped. */
import type { ShippedPackage } from './bundled-packages.ts'

/** Those that ask for their text to be carried along, and for nothing else of ours. */
const taken = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'MPL-2.0']

/** A choice such as `(MIT OR GPL-2.0)` is taken where one side is; both sides of an `AND` have to be. */
const isTaken = (license: string): boolean =>
  license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((side) => side.split(' AND ').every((one) => taken.includes(one)))

/** Every shipped package whose licence is none of them, as a sentence. */
export const licenceFaults = (shipped: readonly ShippedPackage[]): readonly string[] =>
  shipped
    .filter(({ license }) => !isTaken(license))
    .map(({ name, version, license }) => `${name} ${version} is shipped under ${license}`)
