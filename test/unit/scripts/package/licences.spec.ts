import { expect, it } from 'vitest'
import { licenceFaults } from '../../../../scripts/lib/package/licences.ts'

const faults = (license: string): readonly string[] =>
  licenceFaults([{ name: 'a-package', version: '1.0.0', license }])

it.each(['MIT', 'ISC', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'MPL-2.0'])('takes %s', (license) => {
  expect(faults(license)).toEqual([])
})

it('takes a choice of which one side is taken, and no pair of which one is not', () => {
  expect(faults('(BSD-3-Clause OR GPL-2.0)')).toEqual([])
  expect(faults('(MIT AND GPL-2.0)')).toEqual([
    'a-package 1.0.0 is shipped under (MIT AND GPL-2.0)',
  ])
})

it.each(['GPL-3.0', 'AGPL-3.0', 'SEE LICENSE IN LICENSE', 'UNLICENSED', 'mit-like'])(
  'names %s',
  (license) => {
    expect(faults(license)).toEqual([`a-package 1.0.0 is shipped under ${license}`])
  },
)
