/** The header of Basic authentication (RFC 7617). */
export const basicAuthorization = (userName: string, password: string): string =>
  `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
