import type { SessionRequest } from '@parley/contract'
import { GIVE_BACK_WITHIN_MS } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { formatAmount, parsePounds } from '@parley/contract/money'
import { hasReceipt, netPence, receiptSums, refundedPence } from '../receipt/receipt-facts.ts'

/** Whether an influencer may give a part of an ended sale back; the same rule as the server's, which decides again. */
export function mayGiveBack(request: SessionRequest, viewer: { username: string }, nowMs: number): boolean {
  const { influencer, payment, paid_at } = request
  if (influencer?.user.username !== viewer.username) return false
  const isAtBank = payment.status === 'disputed' || payment.status === 'charged_back'
  if (!hasReceipt(request) || paid_at === null || isAtBank || netPence(request) === 0) return false
  return nowMs - Date.parse(paid_at) <= GIVE_BACK_WITHIN_MS
}

/** The typed amount, in pounds: what it leaves for the influencer, or why it cannot go back. */
export type TypedBack = { amount: string; shareAfter: string } | { error: string | null }

/** Reads a typed amount. An empty field is no error, nor is an amount whose decimals are still to be typed. */
export function readBack(typed: string, request: SessionRequest): TypedBack {
  if (/^\d*\.?$/.test(typed.trim()) && !parsePounds(typed)) return { error: null }
  const pence = parsePounds(typed)
  if (!pence) return { error: messages.sumInvalid }
  if (pence > netPence(request)) return { error: messages.moreThanLeft }
  const payment = { ...request.payment, refunded_amount: formatAmount(refundedPence(request) + pence) }
  return { amount: formatAmount(pence), shareAfter: receiptSums({ ...request, payment }).share }
}
