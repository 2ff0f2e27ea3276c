-- Records that a reading lacks are asked for one by one, so no reading has to confirm what another one lacked.
alter table stores drop column doubted;
