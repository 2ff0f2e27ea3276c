-- Vendors, and their bank data, which few may read.

-- Other records link to vendors: an undo restores vendors before those records, and deletes vendors after them.
call app.tenant_table('vendors', 'vendor', 'inventory.read', 'inventory.write', undo_order => 10, comes_first => true,
  search_columns => array['name', 'contact_person', 'email', 'phone', 'status', 'created_at', 'updated_at'], marked => 'r.is_active');
create trigger version before update on vendors for each row execute function app.bump_version();

call app.tenant_table('vendor_private', 'vendor_private', 'vendor.readPrivate', 'inventory.write', undo_order => 20, comes_first => true,
  is_listed => false, owner_column => 'id', for_jobs => '');
