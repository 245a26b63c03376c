/**
 * The validation inquiry in the bank's spelling, per version (bank document 2, Account validation
 * request; bank notes 24, 25, 27, 35-37). The program uses one name for each thing; the bank's
 * names are here.
 */
import { withoutLeadingZeros } from '../../../preload/contract/kernel/account-number.ts'
import {
  ownerFields,
  type AccountInquiry,
  type ApiVersion,
  type OwnerField,
} from '../../../preload/contract/bank/account-validation.ts'
import type { InquiryIds } from '../connection.ts'

/** The names that differ between the two versions (bank notes 24 and 25). */
const spelling = {
  v1: { secondaryId: 'secondaryId', userDefined: 'userDefined' },
  v2: { secondaryId: 'secondaryID', userDefined: 'UserDef' },
} as const satisfies Record<ApiVersion, object>

/** Values that the wire format writes differently from the rest of the program (bank note 37). */
const asSent = (field: OwnerField, value: string): string => {
  if (field === 'dob') return value.replaceAll('-', '')
  return field === 'state' ? value.toUpperCase() : value
}

/**
 * Builds the object of the request body. Empty fields are left out, and so are empty `AcctOwner`
 * and `Client`; the account goes out without leading zeros (bank note 36); amount and serialNumber
 * are never sent (bank note 35); the service type is exactly `Owner` (bank note 27).
 */
export function toWire(inquiry: AccountInquiry, ids: InquiryIds): object {
  const names = spelling[inquiry.apiVersion]
  const owner = ownerFields.flatMap((field) => {
    const value = inquiry.owner[field]
    return value === undefined ? [] : [[field, asSent(field, value)] as const]
  })
  const Inquiry = {
    serviceType: 'Owner',
    [names.secondaryId]: ids.secondaryId,
    ...(ids.additionalId !== undefined && { additionalId: ids.additionalId }),
    routingNumber: inquiry.routingNumber,
    accountNumber: withoutLeadingZeros(inquiry.accountNumber),
    ...(owner.length > 0 && { AcctOwner: Object.fromEntries(owner) }),
    ...(inquiry.userDefined !== undefined && {
      Client: { [names.userDefined]: inquiry.userDefined },
    }),
  }
  return { accountValidationRequest: { AOARequest: { Inquiry } } }
}
