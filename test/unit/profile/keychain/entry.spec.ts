import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunksOf, layOut, readManifest, valueOf } from '../../../../main/profile/keychain/entry.ts'

const anyValue = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 2_000 }),
  fc.constant('a\0b'),
  fc.constant(''),
)

describe('a value in the keychain', () => {
  it('comes back as it was, in parts that fit', () => {
    fc.assert(
      fc.property(anyValue, fc.integer({ min: 1, max: 3_000 }), (value, chunkBytes) => {
        const { manifest, chunks } = layOut(value, 7, chunkBytes)
        for (const chunk of chunks) expect(Buffer.byteLength(chunk)).toBeLessThanOrEqual(chunkBytes)
        const found = readManifest(manifest)
        if (!found) throw new Error('is no manifest')
        expect(chunksOf(found)).toBe(chunks.length)
        expect(valueOf(found, 'value' in found ? found.value : chunks.join(''))).toBe(value)
      }),
    )
  })

  it('fits Windows in every item, manifest included', () => {
    const { manifest, chunks } = layOut('x'.repeat(20_000), 1_000_000, 2_048)
    for (const item of [manifest, ...chunks]) expect(Buffer.byteLength(item)).toBeLessThan(2_560)
  })

  it('is one item where that holds it', () => {
    expect(layOut('x'.repeat(20_000), 1, 1_048_576).chunks).toEqual([])
  })
})

describe('a manifest', () => {
  const { manifest, chunks } = layOut('the old value of a profile', 3, 8)

  it('recognises parts that are altered, out of order or of another value', () => {
    const found = readManifest(manifest)
    if (!found) throw new Error('is no manifest')
    expect(valueOf(found, chunks.toReversed().join(''))).toBeUndefined()
    expect(valueOf(found, chunks.slice(1).join(''))).toBeUndefined()
    const other = layOut('the new value of a profile', 4, 8).chunks
    expect(valueOf(found, [...other.slice(0, 3), ...chunks.slice(3)].join(''))).toBeUndefined()
  })

  it.each(['', 'secret', '{}', '[]', manifest.replace('"format":1', '"format":2')])(
    'is not %j',
    (text) => {
      expect(readManifest(text)).toBeUndefined()
    },
  )
})
