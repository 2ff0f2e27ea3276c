import { expect, test } from 'vitest'
import { procedures } from '../procedures.ts'

test('a refusal says what the person may not do (product.md 6)', () => {
  const refusals = Map.groupBy(procedures, ({ meta }) => meta.refusal ?? '')
  refusals.delete('')
  const lines = [...refusals].map(([refusal, refused]) => `${refusal}: ${refused.map(({ name }) => name).join(' ')}`)
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "see all users: people.list people.listFile people.get
    create users: people.create
    manage users: people.update people.endSessions people.resetLink
    delete users: people.remove
    see access requests: accessRequests.list
    ask for people: accessRequests.ask
    approve access requests: accessRequests.approve
    dismiss access requests: accessRequests.dismiss
    modify companies: companies.parents companies.update
    create companies: companies.create
    add people: members.candidates members.add
    remove people: members.remove
    use the assistant: dashboard.summarizeWeek assistant.draftSop
    modify parts: parts.create parts.update stock.adjust stock.count stock.reverse bulkEdits.parts batches.parts
    delete parts: parts.remove parts.removeMany
    modify locations: locations.create locations.update
    delete locations: locations.remove locations.removeMany
    change stock: stockCounts.create movements.post movements.reverse movements.revalue
    see the value of the stock: stockValue.list stockValue.listFile
    modify assemblies: assemblies.create assemblies.update batches.assemblies
    delete assemblies: assemblies.remove assemblies.removeMany
    modify products: products.create products.update batches.products
    delete products: products.remove products.removeMany
    modify vendors: vendors.create vendors.update bulkEdits.vendors batches.vendors
    delete vendors: vendors.remove vendors.removeMany
    upload files: files.upload
    delete files: files.remove
    create SOPs: sops.create
    modify SOPs: sops.update
    delete SOPs: sops.remove
    see who has read SOPs: sopReadings.overview sopReadings.download
    undo changes: activity.undo
    bring back what was deleted: deleted.list deleted.people deleted.get deleted.restore
    follow long work: jobs.list jobs.get jobs.cancel jobs.file
    import inventory: imports.create imports.list imports.get imports.rows imports.rowNumbers imports.added imports.fixRow imports.commit imports.undo imports.errorsCsv imports.template backups.import
    export inventory: exports.download
    see all tasks: tasks.list tasks.listFile
    create tasks: tasks.create taskBatches.write
    change the status of tasks: tasks.update tasks.bulkEdit
    delete tasks: tasks.removeMany tasks.remove
    report on tasks: taskReports.create
    take reports back: taskReports.takeBack
    confirm tasks: taskReports.confirm
    send tasks back: taskReports.sendBack
    edit tasks: taskItems.create taskItems.remove
    tick this: taskItems.tick
    see templates of tasks: taskTemplates.list taskTemplates.get
    keep templates: taskTemplates.create
    change templates: taskTemplates.update
    delete templates: taskTemplates.remove
    comment here: comments.list comments.people comments.create comments.update comments.remove comments.restore
    use the time clock: timeEntries.active timeEntries.clockIn timeEntries.clockOut timeEntries.takeBreak
    edit time entries: timeEntries.create timeEntries.remove timeEntries.restore timeEntries.update
    propose time entries: timeProposals.propose timeProposals.withdraw
    decide on time entries: timeProposals.decide
    lock periods: timeLocks.lock timeLocks.unlock
    set agreed hours: agreedHours.agree
    manage backups: backups.list backups.create backups.url backups.remove backups.restore
    change integrations: integrations.update integrations.test integrations.connect integrations.disconnect integrations.sync assistant.models
    move integrations: integrations.move
    use integrations: books.get books.vendors
    import data: assistant.proposeColumns
    decide about suggestions: suggestions.list suggestions.get suggestions.create suggestions.accept suggestions.decline
    export data: dataExports.download
    read feedback: feedback.list feedback.get
    change feedback: feedback.update
    see the state of the system: system.health system.database
    reset the system: system.reset
    manage the jobs of the system: deadLetters.list deadLetters.replay deadLetters.discard
    see security events: securityEvents.list securityEvents.listFile"
  `)
})
