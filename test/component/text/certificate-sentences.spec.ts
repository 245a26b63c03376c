import { expect, it } from 'vitest'
import { certificateProblems } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import { certificateSentence } from '../../../renderer/text/certificate-sentences.ts'

it.each(certificateProblems)(
  '%s: is explained in a short plain sentence with a next step',
  (problem) => {
    const { sentence, next } = certificateSentence({ problem })
    for (const text of [sentence, next]) {
      expect(text).toMatch(/^[A-Z].*\.$/)
      expect(text.length).toBeLessThan(110)
      expect(text).not.toMatch(/\b(we|error|oops|please|invalid)\b/i)
    }
  },
)

it('gives every problem its own text', () => {
  const sentences = certificateProblems.map((problem) => certificateSentence({ problem }).sentence)
  expect(new Set(sentences).size).toBe(certificateProblems.length)
})

it('has the command that exports from a Java keystore separately, to be copied', () => {
  expect(certificateSentence({ problem: 'java-keystore' })).toMatchObject({
    sentence: expect.stringContaining('Java keystore') as string,
    next: expect.stringContaining('new.p12') as string,
    command:
      'keytool -importkeystore -srckeystore old.jks -destkeystore new.p12 -deststoretype PKCS12',
  })
})

it('exports a CA from a Java keystore as a file that can be imported as a CA', () => {
  expect(certificateSentence({ problem: 'ca-in-keystore' })).toMatchObject({
    next: expect.stringContaining('ca.pem') as string,
    command: 'keytool -exportcert -rfc -keystore old.jks -alias ca -file ca.pem',
  })
  const { next } = certificateSentence({ problem: 'not-a-ca' })
  expect(next).not.toMatch(/p12|pfx|key/)
})
