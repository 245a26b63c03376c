import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownerMask } from '../../../../main/bank/privacy/mask-in-text.ts'
import { maskedName } from '../../../../preload/contract/domain/owner-name.ts'

const dots = '\u2022\u2022\u2022'
const maskOf = (name: string, requestBody: string | null = null) => ownerMask({ name, requestBody })
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const wordsIn = (text: string): string[] => folded(text).split(/[^\p{L}]+/u)

/** A word of a name, in letters that people have. */
const nameWord = fc.stringMatching(/^[A-Z][a-z\u00e9\u00fc\u00f1\u0107\u00ea]{1,9}$/)
const fullName = fc.array(nameWord, { minLength: 1, maxLength: 5 })
/** A text in which no letter is beside the name. */
const around = fc.stringMatching(/^[0-9 ,.:;_@/<>(){}%+-]{0,8}$/)
const spelling = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
  (text: string) => text.normalize('NFD'),
  (text: string) => folded(text),
  (text: string) => folded(text).toUpperCase(),
)

describe('the masked name', () => {
  it('keeps the first letter of each word and hides its length', () => {
    expect(maskedName('Ada Alder')).toBe(`A${dots} A${dots}`)
    expect(maskedName('Ridgeway Supply, LLC')).toBe(`R${dots} S${dots}, L${dots}`)
    expect(maskedName('Si\u00f4n O\u2019Brien-Vaughan')).toBe(`S${dots} O${dots}-V${dots}`)
    expect(maskedName('')).toBe('')
  })

  it('shows no complete word of a name, not even one of one letter', () => {
    expect(maskedName('John Q Public')).toBe(`J${dots} ${dots} P${dots}`)
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
        const shown = maskedName(words.join(' ')).split(/[^\p{L}\p{N}\p{M}\u2022]+/u)
        for (const word of shown.filter((each) => /[\p{L}\p{N}]/u.test(each)))
          expect(word.endsWith(dots)).toBe(true)
      }),
    )
  })

  it('is its own mask: no part of it is taken for a name again', () => {
    fc.assert(
      fc.property(fullName, (words) => {
        const masked = maskedName(words.join(' '))
        expect(maskOf(words.join(' '))(masked)).toBe(masked)
      }),
    )
  })
})

describe('masking an owner in text', () => {
  it('leaves no word of the name in any text, in any order, case and spelling of its accents', () => {
    fc.assert(
      fc.property(
        fullName.chain((words) =>
          fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: 1 })),
        ),
        fc.array(around, { minLength: 7, maxLength: 7 }),
        spelling,
        ([words, mentioned], gaps, spelt) => {
          const text = gaps.map((gap, index) => gap + spelt(mentioned[index] ?? '')).join(' ')
          const left = wordsIn(maskOf(words.join(' '))(text))
          for (const word of words) expect(left).not.toContain(folded(word))
        },
      ),
    )
  })

  it('finds the name glued together, as user names and references have it', () => {
    const mask = maskOf('Margaret Ruth Alder')
    for (const text of ['MARGARETALDER', 'margaretruthalder', 'AlderMargaret', 'margaret_alder'])
      expect(wordsIn(mask(`ref ${text}-17`)).join(' ')).not.toMatch(/margaret|alder/)
    expect(mask('PAYEE-17 MARGARETALDER')).toBe(`PAYEE-17 M${dots}`)
  })

  it('finds what JSON wrote with escapes, and rewrites no string that does not name the owner', () => {
    const mask = maskOf('Jos\u00e9 O\u2019Brien')
    const body =
      '{"a":1.10,"name":"JOS\\u00c9 O\\u2019BRIEN","kept":"caf\\u00e9 \\/ x","deep":"{\\"n\\":\\"Jos\\\\u00e9\\"}"}'
    const masked = mask(body)
    expect(folded(JSON.stringify(JSON.parse(masked)))).not.toMatch(/jose|brien/)
    expect(masked).toContain('"a":1.10')
    expect(masked).toContain('"kept":"caf\\u00e9 \\/ x"')
  })

  it('reads a string of 16 MB in a text that was cut off', () => {
    // Slow, because a shorter string does not overflow a regular expression.
    const text = `{"a":"${'.'.repeat(16_000_000)}","b":"Jos\\u00e9 O'Brien","c`
    expect(maskOf('Jos\u00e9 Brien')(text)).not.toMatch(/Brien|00e9/)
  })

  it('leaves JSON readable whatever the name is', () => {
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), nameWord, fc.integer(), fc.boolean())
    const value = fc.dictionary(fc.stringMatching(/^[0-9]{1,4}$/), leaf)
    fc.assert(
      fc.property(fullName, value, (words, answer) => {
        const answerWithName = { ...answer, '9999': words.join(' ') }
        const masked = maskOf(words.join(' '))(JSON.stringify(answerWithName))
        expect(() => JSON.parse(masked) as unknown).not.toThrow()
        const left = wordsIn(Object.values(JSON.parse(masked) as object).join(' '))
        for (const word of words) expect(left).not.toContain(folded(word))
      }),
    )
  })

  it('reads an apostrophe as a gap and as nothing', () => {
    const mask = maskOf('Sinead O\u2019Brien')
    for (const spelt of ['O\u2019Brien', "O'BRIEN", 'OBrien', 'O Brien', 'Brien', "'Brien'"])
      expect(folded(mask(`owner: ${spelt}.`))).not.toContain('brien')
    expect(maskOf('Sinead OBrien')("O'Brien")).toBe(`O${dots}`)
  })

  it('finds letters that have no decomposition as a bank writes them', () => {
    expect(maskOf('J\u00f8rgen Wei\u00df')('JORGEN WEISS')).toBe(`J${dots} W${dots}`)
    expect(maskOf('Jorgen Weiss')('J\u00f8rgen Wei\u00df')).toBe(`J${dots} W${dots}`)
  })

  it('finds names of scripts without spaces', () => {
    expect(maskOf('\u674e\u5c0f\u9f99')('\u5ba2\u6237\u674e\u5c0f\u9f99\u3002')).not.toContain(
      '\u5c0f\u9f99',
    )
  })

  it('leaves codes, numbers and longer words as they came', () => {
    const text = '{"code":"000","score":"66","letter":"A","accountStatus":"Openly","Alderman":"Y"}'
    expect(maskOf('Route 66 A Open Alder')(text)).toBe(text)
    expect(maskOf('')(text)).toBe(text)
    expect(maskOf('Route 66')('ROUTE 66, ROUTE66')).toBe(`R${dots} 6${dots}, R${dots}6${dots}`)
  })

  it('takes an initial for one only beside another word of the name', () => {
    const mask = maskOf('O R Smith')
    expect(mask('state OR, grade R | O.R. Smith')).toBe(
      `state OR, grade R | ${dots}.${dots}. S${dots}`,
    )
    expect(mask('R. Smith, Smith, R.')).toBe(`${dots}. S${dots}, S${dots}, ${dots}.`)
    expect(maskOf('O R Q Smith')('R. Q. Smith')).toBe(`${dots}. ${dots}. S${dots}`)
    expect(mask('SmithOR')).toBe(`S${dots}`)
  })

  it('masks the address lines and telephone numbers that were sent, and no city or state', () => {
    const requestBody = JSON.stringify({
      accountValidationRequest: {
        AcctOwner: {
          addressLine1: '12 Mill Rd.',
          city: 'Alder Falls',
          state: 'OR',
          homePhone: '5035550142',
        },
      },
    })
    const mask = maskOf('Ada Quist', requestBody)
    expect(mask('lives at 12 MILL  RD, Alder Falls OR; (503) 555-0142')).toBe(
      `lives at ${dots}\u2022, Alder Falls OR; (${dots}\u2022`,
    )
    expect(mask('112 Mill Rd')).toBe('112 Mill Rd')
  })

  it('does not read a request that is not JSON, and still masks the name', () => {
    expect(maskOf('Ada Alder', 'not json')('Ada')).toBe(`A${dots}`)
  })
})
