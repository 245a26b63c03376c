/** The messages about a certificate's problem: the same in main's records and on the screen. */
import type { CertificateFinding } from '../../preload/contract/api/certificates/certificate-inspection.ts'

/** The problem and the next step. The certificate or file is shown beside it. */
export interface CertificateSentence {
  readonly sentence: string
  readonly next: string
  /** The terminal command that `next` refers to. */
  readonly command?: string
}

const sentences = (sentence: string, next: string): CertificateSentence => ({ sentence, next })

/** Returns the message of a finding. A problem without a message does not compile. */
export function certificateSentence({
  problem,
  requestedAt,
}: Pick<CertificateFinding, 'problem' | 'requestedAt'>): CertificateSentence {
  switch (problem) {
    case 'not-a-certificate':
      return sentences(
        'The file, or a part of it, is neither a certificate nor a key.',
        'Choose .pem, .crt, .cer, .key, .p12 or .pfx files as the certificate authority sent them.',
      )
    case 'leaf-missing':
      return sentences(
        'The certificate itself is missing.',
        'Add the file that was issued for this workstation, not only those of the authority.',
      )
    case 'intermediate-missing':
      return sentences(
        'There is no intermediate certificate between this one and the root.',
        'Add the intermediate certificate that the certificate authority sent with it.',
      )
    case 'root-missing':
      return sentences(
        'The root certificate above this one is missing, and it is not a known root.',
        'Add the root certificate from the certificate authority.',
      )
    case 'self-signed':
      return sentences(
        'The certificate is self-signed. The bank does not accept that.',
        'Send the certificate request to a certificate authority and import what it issues.',
      )
    case 'expired':
      return sentences(
        'The certificate has expired.',
        'Ask the certificate authority for a renewed certificate.',
      )
    case 'not-yet-valid':
      return sentences(
        'The certificate is not valid yet.',
        'Check the date and time of this computer, or import it when its time has begun.',
      )
    case 'unsupported-key':
      return sentences(
        'The key is of a kind that cannot be used here.',
        'Request a certificate with an RSA key of 2048 bits or more, or a key on the curve P-256, P-384 or P-521.',
      )
    case 'wrong-use':
      return sentences(
        'The certificate was not issued for this use.',
        'Ask the certificate authority for a certificate for TLS client authentication.',
      )
    case 'not-for-servers':
      return sentences(
        'The certificate was not issued for a server.',
        'Ask the certificate authority for a certificate for TLS server authentication.',
      )
    case 'key-missing':
      return sentences(
        'The private key is missing.',
        'Add the key that was created with the certificate request.',
      )
    case 'key-of-another':
      return sentences(
        'The private key belongs to another certificate.',
        'Choose the key that was created with the request for this certificate.',
      )
    case 'key-not-requested':
      return sentences(
        `The certificate is for another key than the one requested here${requestedAt === undefined ? '' : ` on ${requestedAt.slice(0, 10)}`}.`,
        'Choose the certificate that was issued for that request, or add the key that belongs to this one.',
      )
    case 'password-needed':
      return sentences('The file is encrypted.', 'Type the password that it was exported with.')
    case 'wrong-password':
      return sentences(
        'The password does not open the file.',
        'Type the password that this file was exported with.',
      )
    case 'unsupported-encryption':
      return sentences(
        'The file is encrypted in a way that is outdated or not known here.',
        'Export it again with AES encryption, or as a .p12 or .pfx file.',
      )
    case 'java-keystore':
      return {
        sentence: 'The file is a Java keystore (JKS or JCEKS).',
        next: 'Export it with this command, your file in place of old.jks. Then choose new.p12.',
        command:
          'keytool -importkeystore -srckeystore old.jks -destkeystore new.p12 -deststoretype PKCS12',
      }
    case 'ca-in-keystore':
      return {
        sentence: 'The CA is inside a Java keystore (JKS or JCEKS).',
        next: 'Export it with this command, your file and alias in place. Then choose ca.pem.',
        command: 'keytool -exportcert -rfc -keystore old.jks -alias ca -file ca.pem',
      }
    case 'not-a-ca':
      return sentences(
        'No certificate of a CA can be read from the file.',
        'Choose the root certificate of the CA alone, as a .pem, .crt, .cer or .der file.',
      )
    case 'key-too-small':
      return sentences(
        'The key is too small to be safe.',
        'Ask for a certificate with RSA of 2048 bits or more, or EC P-256 or more.',
      )
    case 'several-leaves':
      return sentences(
        'The files contain more than one possible certificate.',
        'Choose the files of one certificate only, or add the matching key.',
      )
    case 'too-large':
      return sentences(
        'The files are too many or too large for a certificate with its chain and key.',
        'Choose only the files of this certificate: at most 20, each smaller than 1 MB.',
      )
    case 'too-slow':
      return sentences(
        'Reading the files takes too long.',
        "Choose only this certificate's files, or export it again with default settings.",
      )
  }
}
