import { Checkbox, TextInput } from '@mantine/core'
import {
  type Webhook,
  WebhookFields,
  type WebhookKind,
  webhookKindNames,
  webhookKinds,
} from 'contract/integrations/webhooks.ts'
import { client } from '../../shared/api/api.ts'
import { saved } from '../../shared/feedback/toasts.ts'
import { DialogForm } from '../../shared/form/dialog-form.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import classes from './webhooks.module.css'

type FormProps = { webhook: Webhook | null; onClose: () => void; onSecret: (secret: string) => void }

/** A new webhook, or another name, address or choice of kinds. */
export function WebhookForm({ webhook, onClose, onSecret }: FormProps) {
  const companyId = useCompanyId()
  const { name = '', url = '', kinds = [], isEnabled = true } = webhook ?? {}
  const initialValues: WebhookFields = { name, url, kinds, isEnabled }
  return (
    <DialogForm
      isInPlace
      title={webhook ? 'Edit Webhook' : 'New Webhook'}
      initialValues={initialValues}
      schema={WebhookFields}
      submitLabel={webhook ? 'Save' : 'Create Webhook'}
      save={async ({ isEnabled: _on, ...fields }) => {
        if (webhook) {
          const context = { version: webhook.version }
          await client.webhooks.update({ companyId, id: webhook.id, ...fields }, { context })
        } else onSecret((await client.webhooks.create({ companyId, ...fields })).secret)
      }}
      done={() => saved('Webhook', webhook ? 'updated' : 'created')}
      failure="save the webhook"
      onClose={onClose}
    >
      {(form) => (
        <div className="stack gap-3-5">
          <TextInput label="Name" placeholder="Warehouse system" data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label="Address"
            placeholder="https://hooks.example.com/operations"
            description="Reached over the internet, by https. Where it leads is checked with every call."
            {...form.getInputProps('url')}
          />
          <Checkbox.Group
            label="Tell it of changes of"
            error={form.errors.kinds}
            value={form.getValues().kinds}
            onChange={(chosen) => form.setFieldValue('kinds', chosen as WebhookKind[])}
          >
            <div className={`grid gap-2 mt-2 ${classes.choices}`}>
              {webhookKindNames.map((kind) => (
                <Checkbox key={kind} value={kind} label={webhookKinds[kind]} />
              ))}
            </div>
          </Checkbox.Group>
        </div>
      )}
    </DialogForm>
  )
}
