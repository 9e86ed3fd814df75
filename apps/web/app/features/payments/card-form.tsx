import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type CardForm as Card, cardFormSchema } from '@parley/contract/cards'
import { CVV_LENGTH, ZIP_MAX } from '@parley/contract/constants'
import { useForm } from 'react-hook-form'
import { t } from '../../language/text.ts'
import { FieldRow, TextField } from '../../ui/form/field.tsx'
import css from './card-form.module.css'
import { groupCardNumber, slashDate } from './card-typing.ts'
import { FormEnd, type FormEndProps } from './form-end.tsx'
import { TestCards } from './test-cards.tsx'

export interface CardFormProps extends FormEndProps {
  onSubmit: (card: Card) => Promise<void>
}

/** The card form of the sandbox: it sends the card to the payment provider, never to our own server. */
export function CardForm({ onSubmit, ...end }: CardFormProps) {
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
        label={t('Card number')}
        inputMode="numeric"
        autoComplete="cc-number"
        onInput={groupCardNumber}
        error={errors.cardNumber?.message}
        {...form.register('cardNumber')}
      />
      <TextField
        label={t('Name on card')}
        autoComplete="cc-name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <FieldRow className={css.three}>
        <TextField
          label={t('Expiry')}
          placeholder={t('MM/YY')}
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={5}
          onInput={slashDate}
          error={errors.date?.message}
          {...form.register('date')}
        />
        <TextField
          label={t('CVV')}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={CVV_LENGTH + 1}
          error={errors.cvv?.message}
          {...form.register('cvv')}
        />
        <TextField
          label={t('Zip')}
          autoComplete="postal-code"
          maxLength={ZIP_MAX + 1}
          error={errors.zip?.message}
          {...form.register('zip')}
        />
      </FieldRow>
      <FormEnd {...end} />
    </form>
  )
}
