/**
 * The inquiry as the bank spells it, per version (2-validation-and-ach-inquiry.md, Account validation
 * request; traps 24, 25, 27, 35-37). Inside there is one name for each thing; here are the bank's.
 */
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import {
  ownerFields,
  type AccountInquiry,
  type ApiVersion,
  type OwnerField,
} from '../../../preload/contract/bank/account-validation.ts'

/** The ids that the operator issued at onboarding. */
export interface InquiryIds {
  readonly secondaryId: string
  /** Required only where it was issued. */
  readonly additionalId?: string | undefined
}

/** How the two versions spell what they spell differently (traps 24 and 25). */
const spelling = {
  v1: { secondaryId: 'secondaryId', userDefined: 'userDefined' },
  v2: { secondaryId: 'secondaryID', userDefined: 'UserDef' },
} as const satisfies Record<ApiVersion, object>

/** Values that the wire writes differently from the rest of the program (trap 37). */
const asSent = (field: OwnerField, value: string): string => {
  if (field === 'dob') return value.replaceAll('-', '')
  return field === 'state' ? value.toUpperCase() : value
}

/**
 * Writes the request body's object. Empty fields are left out, `AcctOwner` and `Client` too when
 * nothing is in them; the account goes without leading zeros (trap 36); amount and serialNumber are
 * never sent (trap 35); the service type is `Owner`, letter for letter (trap 27).
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
    accountNumber: significantAccount(inquiry.accountNumber),
    ...(owner.length > 0 && { AcctOwner: Object.fromEntries(owner) }),
    ...(inquiry.userDefined !== undefined && {
      Client: { [names.userDefined]: inquiry.userDefined },
    }),
  }
  return { accountValidationRequest: { AOARequest: { Inquiry } } }
}
