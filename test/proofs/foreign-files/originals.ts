/** The valid files that the foreign files are made from. */
import { readdirSync, readFileSync } from 'node:fs'
import { writeWorkbook } from '../../../main/platform/spreadsheets/xlsx-writing.ts'
import { zipParts } from '../../../main/platform/spreadsheets/zip-parts.ts'
import { makeChain } from '../../unit/profile/certificates/support/test-certificates.ts'
import * as generated from '../../unit/profile/certificates/support/test-encryptions.ts'
import { traditionalKey } from '../../unit/profile/certificates/support/test-pki.ts'
import { headed, stylesOf, workbookParts } from '../../unit/platform/spreadsheets/workbooks.ts'
import { password, spoiledDer, type Originals } from './files.ts'

/** Stores with a correct MAC and a faulty certificate inside. */
const storesOfSpoiled = (
  leaf: { readonly der: Buffer },
  key: string,
  both: Parameters<typeof generated.pkcs12>[3],
): readonly Buffer[] =>
  [1, 2, 3, 4].map((seed) => {
    const der = spoiledDer(leaf.der, seed)
    const spoiled = { der } as Parameters<typeof generated.pkcs12>[0][number]
    return generated.pkcs12([spoiled], key, password, both, {
      mac: { digest: 'sha256', rounds: 2 },
    })
  })

/** Creates the valid files, some of which no program would write. */
export async function makeOriginals(): Promise<Originals> {
  const chain = await makeChain()
  const all = [chain.leaf, chain.intermediate, chain.root]
  const { key } = chain.leaf
  const light = { digest: 'sha256', rounds: 2 } as const
  const aes = generated.aesByPbkdf2(2)
  const both = { certificates: aes, key: aes }
  const store = (how: Parameters<typeof generated.pkcs12>[4], secret = password): Buffer =>
    generated.pkcs12(all, key, secret, both, how)
  const old = generated.tripleDesOf(2)
  const columns = (['Routing', 'Account', 'Company', 'Amount'] as const).map(
    (title) => ({ title, holds: title === 'Amount' ? 'number' : 'text' }) as const,
  )
  const rows = Array.from({ length: 6 }, (_, at) => [
    '021000021',
    `00${String(7919 * at)}`,
    'Ridgeway Supply, Inc',
    `${String(at)}250.10`,
  ])
  const written = await writeWorkbook('Payees', columns, rows)
  const dates = stylesOf({ 164: 'yyyymmdd', 14: '[$-409]0', 165: 'mmddyyyy;@' }, [0, 14, 164, 165])
  const sheets = {
    Payees: headed(
      '<row r="2"><c r="A2" t="str"><v>0012</v></c><c r="B2"><v>1.2E+10</v></c></row>' +
        '<row><c s="1"><v>45292</v></c><c t="b"><v>1</v></c><c s="2"><v>45292.5</v></c></row>' +
        '<row r="9"><c r="B9" t="e"><v>#N/A</v></c><c r="C9"><f>1+1</f><v>2</v></c></row>',
      '<mergeCells count="1"><mergeCell ref="A2:B3"/></mergeCells>',
    ),
    'A &amp; B': headed('<row r="2"><c r="A2"><v>2</v></c></row>'),
  }
  const fixtures = new URL('../../unit/platform/spreadsheets/nacha/fixtures/', import.meta.url)
  const nacha = readdirSync(fixtures).map((name) => readFileSync(new URL(name, fixtures)))
  const table = 'Routing,Account,Name,Amount\n021000021,0012,"Alder, Margaret",1250.00\n'
  return {
    workbooks: [
      zipParts(written, { bytes: 2 ** 20 }),
      workbookParts({ sheets, hidden: ['A &amp; B'], styles: dates }),
      workbookParts({ sheets: { Only: headed('') } }),
    ],
    csv: [
      table + '011000015,"say ""yes""",Bo,3\r\n,,,\n',
      table.replaceAll(',', ';'),
      table.replaceAll(',', '\t') + '="021000021"\t\'00777\tÉva\t1.2E+10\n',
      `sep=|\n${table.replaceAll(',', '|')}`,
      `${table}"a\nb\r\nc",'=1+1,@x,-3\n`,
      'one\n',
    ].map((text) => Buffer.from(text)),
    nacha,
    certificates: [
      Buffer.from(all.map(({ pem }) => pem).join('') + key),
      Buffer.from(all.map(({ pem }) => `Bag Attributes\n    friendlyName: Ä\n${pem}`).join('')),
      store({ mac: light }),
      store({ mac: light }, ''),
      store({ mac: { prf: 'sha256', hmac: 'sha512', rounds: 2 } }),
      store({ mac: light, keys: 3, hidden: true }),
      generated.pkcs12(all, key, password, { certificates: old, key: old }, { mac: light }),
      generated.inBer(store({ mac: light })),
      generated.pkcs7(all),
      chain.leaf.der,
      chain.root.der,
      generated.keyDer(key),
      generated.encryptedKey(key, password, aes),
      generated.encryptedKey(key, password, generated.scryptClaiming([16, 1])),
      Buffer.from(
        generated.pem('ENCRYPTED PRIVATE KEY', generated.encryptedKey(key, password, old)),
      ),
      Buffer.from(traditionalKey(chain.leaf, password)),
      Buffer.from(chain.leaf.der.toString('base64')),
      ...storesOfSpoiled(chain.leaf, key, both),
    ],
  }
}
