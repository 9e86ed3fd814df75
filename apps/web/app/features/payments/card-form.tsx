import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type CardForm as Card, cardFormSchema } from '@parley/contract/cards'
import { CVV_LENGTH, ZIP_MAX } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import css from './card-form.module.css'
import { groupCardNumber, slashDate } from './card-typing.ts'
import { TestCards } from './test-cards.tsx'

export interface CardFormProps {
  submitLabel: string
  onSubmit: (card: Card) => Promise<void>
  busy: boolean
  cardError?: string | null
  problem?: string | null
  /** Buttons before the one that submits. */
  aside?: ReactNode
  /** What stands under the buttons. */
  below?: ReactNode
}

/** The card form of the sandbox: it goes to the payment provider, never to our own server. */
export function CardForm({ submitLabel, onSubmit, busy, cardError, problem, aside, below }: CardFormProps) {
  const form = useForm<Card>({ resolver: standardSchemaResolver(cardFormSchema) })
  const { errors } = form.formState
  const useTestCard = (card: Card) => {
    for (const name of ['cardNumber', 'name', 'date', 'zip', 'cvv'] as const) form.setValue(name, card[name])
    form.clearErrors()
  }
  return (
    <form method="post" noValidate className={css.form} onSubmit={form.handleSubmit(onSubmit)}>
      <TestCards onUse={useTestCard} />
      <TextField
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        onInput={groupCardNumber}
        error={errors.cardNumber?.message}
        {...form.register('cardNumber')}
      />
      <TextField
        label="Name on card"
        autoComplete="cc-name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <div className={css.three}>
        <TextField
          label="Expiry"
          placeholder="MM/YY"
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={5}
          onInput={slashDate}
          error={errors.date?.message}
          {...form.register('date')}
        />
        <TextField
          label="CVV"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={CVV_LENGTH + 1}
          error={errors.cvv?.message}
          {...form.register('cvv')}
        />
        <TextField
          label="Zip"
          autoComplete="postal-code"
          maxLength={ZIP_MAX + 1}
          error={errors.zip?.message}
          {...form.register('zip')}
        />
      </div>
      {cardError && (
        <div role="alert" className={css.error}>
          <strong>{messages.cardError}</strong>
          <p>{cardError}</p>
        </div>
      )}
      {problem && (
        <p role="alert" className={css.error}>
          {problem}
        </p>
      )}
      <div className={css.buttons}>
        {aside}
        <Button type="submit" look="primary" busy={busy} icon={<Lock size={16} aria-hidden="true" />}>
          {submitLabel}
        </Button>
      </div>
      {below}
    </form>
  )
}
