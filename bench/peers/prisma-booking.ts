/**
 * A booking the usual way: Fastify, Prisma's models and one interactive transaction, Stripe's library. It writes the
 * same rows as a booking of the product, into the same tables; it checks no login and trusts the named user.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import Fastify from 'fastify'
import Stripe from 'stripe'
import { PrismaClient } from './build/generated/client.ts'

const UNPAID_MAX = 20
const UNPAID_WITH_ONE_MAX = 10
const FEE_BASIS_POINTS = 1_000
const POOL_MAX = 20

const connectionString = process.env.DATABASE_URL
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString, max: POOL_MAX }) })
const provider = new URL(process.env.STRIPE_API_BASE ?? '')
const stripe = new Stripe('sk_test_bench', {
  host: provider.hostname,
  port: provider.port,
  protocol: 'http',
  telemetry: false,
})
const app = Fastify()

interface Booking {
  amount: string
  duration: number
  duration_display: number
  description: string
  uuid: string
}

const bookingSchema = {
  type: 'object',
  required: ['amount', 'duration', 'duration_display', 'description', 'uuid'],
  properties: {
    amount: { type: 'string' },
    duration: { type: 'integer' },
    duration_display: { type: 'integer' },
    description: { type: 'string' },
    uuid: { type: 'string' },
  },
}

class Refused extends Error {
  statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

const amountOf = (pence: number) => (pence / 100).toFixed(2)

async function writeRequest(buyerId: string, username: string, booking: Booking) {
  return prisma.$transaction(async tx => {
    const repeated = await tx.request.findUnique({
      where: { buyerId_uuid: { buyerId, uuid: booking.uuid } },
      include: { payments: true },
    })
    if (repeated) return { request: repeated, payment: repeated.payments[0] }
    const profile = await tx.profile.findFirst({
      where: { user: { username, deletedAt: null, suspendedAt: null } },
    })
    if (!profile) throw new Refused(404, 'There is no such profile')
    const apart = await tx.block.findFirst({
      where: {
        OR: [
          { blockerId: buyerId, blockedId: profile.userId },
          { blockerId: profile.userId, blockedId: buyerId },
        ],
      },
    })
    if (apart) throw new Refused(404, 'There is no such profile')
    const isSame =
      booking.amount === amountOf(profile.pricePence) &&
      booking.duration === profile.durationSeconds &&
      booking.description === profile.description
    if (!isSame || profile.bookingMode !== 'off') throw new Refused(409, 'The offer is another by now')
    const open = { buyerId, paymentStatus: 'unpaid', state: 'offered' }
    const unpaid = await tx.request.count({ where: open })
    const withOne = await tx.request.count({ where: { ...open, influencerId: profile.userId } })
    if (unpaid >= UNPAID_MAX || withOne >= UNPAID_WITH_ONE_MAX) throw new Refused(409, 'Too many unpaid')
    const now = new Date()
    const due = new Date(now)
    due.setUTCDate(due.getUTCDate() + 1)
    const request = await tx.request.create({
      data: {
        id: randomUUID(),
        slug: randomBytes(16).toString('base64url'),
        uuid: booking.uuid,
        fingerprint: createHash('sha256').update(JSON.stringify(booking)).digest('base64url'),
        requestType: 'private',
        state: 'offered',
        paymentStatus: 'unpaid',
        buyerId,
        influencerId: profile.userId,
        description: profile.description,
        pricePence: profile.pricePence,
        feeBasisPoints: FEE_BASIS_POINTS,
        durationSeconds: profile.durationSeconds,
        durationDisplay: profile.durationDisplay,
        callback: `/profile/${username}`,
        createdAt: now,
        dueAt: due,
        audit: {
          create: {
            id: randomUUID(),
            action: 'book',
            actorId: buyerId,
            toState: 'offered',
            toPayment: 'unpaid',
            data: {},
            createdAt: now,
          },
        },
      },
    })
    const payment = await tx.payment.create({
      data: {
        id: randomUUID(),
        requestId: request.id,
        payerId: buyerId,
        amountPence: profile.pricePence,
        status: 'creating',
        createdAt: now,
        updatedAt: now,
      },
    })
    return { request, payment }
  })
}

async function customerOf(userId: string): Promise<string> {
  const known = await prisma.customer.findUnique({ where: { userId } })
  if (known) return known.customerId
  const { id } = await stripe.customers.create(
    { metadata: { user: userId } },
    { idempotencyKey: `customer-${userId}` },
  )
  const customer = { userId, customerId: id }
  await prisma.customer.upsert({ where: { userId }, create: customer, update: {} })
  return id
}

app.post<{ Params: { username: string }; Body: Booking }>(
  '/api/parley/:username/parley_request/',
  { schema: { body: bookingSchema } },
  async (incoming, reply) => {
    const user = await prisma.user.findUnique({ where: { id: String(incoming.headers['x-user']) } })
    if (!user || user.deletedAt || user.suspendedAt) throw new Refused(401, 'Who are you?')
    const { request, payment } = await writeRequest(user.id, incoming.params.username, incoming.body)
    if (payment?.status === 'creating') {
      const intent = await stripe.paymentIntents.create(
        {
          amount: payment.amountPence,
          currency: 'gbp',
          customer: await customerOf(user.id),
          metadata: { request: request.id },
        },
        { idempotencyKey: payment.id },
      )
      await prisma.payment.update({
        where: { id: payment.id },
        data: {
          status: 'open',
          intentId: intent.id,
          clientSecret: intent.client_secret,
          updatedAt: new Date(),
        },
      })
    }
    const shown = await prisma.request.findUniqueOrThrow({
      where: { id: request.id },
      include: { buyer: true, influencer: { include: { profile: true } }, payments: true },
    })
    return reply.code(201).send({
      id: shown.id,
      slug: shown.slug,
      uuid: shown.uuid,
      state: shown.state,
      amount: amountOf(shown.pricePence),
      duration: shown.durationSeconds,
      description: shown.description,
      user: { id: shown.buyer.id, username: shown.buyer.username },
      influencer: { user: { id: shown.influencer?.id, username: shown.influencer?.username } },
      payment: { status: shown.paymentStatus, intent: shown.payments[0]?.intentId },
    })
  },
)
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
