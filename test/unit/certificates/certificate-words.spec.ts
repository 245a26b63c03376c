import { expect, it } from 'vitest'
import { certificateProblems } from '../../../preload/contract/certificate-inspection.ts'
import { certificateSentence } from '../../../preload/contract/certificate-words.ts'

it.each(certificateProblems)(
  '%s: is told in a short plain sentence with a next step',
  (problem) => {
    const { sentence, next } = certificateSentence({ problem })
    for (const words of [sentence, next]) {
      expect(words).toMatch(/^[A-Z].*\.$/)
      expect(words.length).toBeLessThan(110)
      expect(words).not.toMatch(/\b(we|error|oops|please|invalid)\b/i)
    }
  },
)

it('tells no two problems alike', () => {
  const sentences = certificateProblems.map((problem) => certificateSentence({ problem }).sentence)
  expect(new Set(sentences).size).toBe(certificateProblems.length)
})

it('says of a Java keystore with which command its content is exported', () => {
  const { sentence, next } = certificateSentence({ problem: 'java-keystore' })
  expect(sentence).toContain('Java keystore')
  const command = 'keytool -importkeystore -srckeystore old.jks -destkeystore new.p12'
  expect(next).toContain(`${command} -deststoretype PKCS12`)
})
